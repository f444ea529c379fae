import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'

export const maxDuration = 30

/** Addresses that no route answers: programs ask here, to which the page for visitors says nothing. */
function answer(request: Request): Promise<Response> {
  return respond(request, async () => {
    throw new RequestProblem(404, 'not_found')
  })
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
