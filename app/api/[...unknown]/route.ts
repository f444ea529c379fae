import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'

/** Responds to API paths without a route with JSON instead of the 404 page. */
const notFound = createRoute(async () => {
  throw new RequestProblem(404, 'not_found')
})

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT }
