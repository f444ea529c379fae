import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'

export const maxDuration = 30

/** Paths without a route: clients get JSON instead of the page for visitors. */
function notFound(request: Request): Promise<Response> {
  return respond(request, async () => {
    throw new RequestProblem(404, 'not_found')
  })
}

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT }
