import { Hono } from 'hono'
import type { LakeEnvironment } from './context.ts'
import { ApiError } from './errors.ts'
import type { ContentLake } from './lake.ts'
import { addActionRoutes } from './routes/actions.ts'
import { addDocRoutes } from './routes/doc.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addMutateRoutes } from './routes/mutate.ts'
import { addQueryRoutes } from './routes/query.ts'

/**
 * The routes `/data/query|doc|mutate|actions|history|references|export`. Mount them under `/:version`, behind
 * a middleware that sets `identity`: the API version decides the default perspective, the identity what is seen.
 */
export function dataRoutes(lake: ContentLake): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  routes.onError((error, c) => {
    if (error instanceof ApiError) return c.json(error.body, error.status)
    throw error
  })
  addQueryRoutes(routes, lake)
  addDocRoutes(routes, lake)
  addMutateRoutes(routes, lake)
  addActionRoutes(routes, lake)
  addHistoryRoutes(routes, lake)
  return routes
}
