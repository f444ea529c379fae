import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'

/** For API paths without a route, responds with JSON instead of the 404 page. */
const notFound = createRoute(async () => {
  throw new RequestProblem(404, 'not_found')
})

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT }
