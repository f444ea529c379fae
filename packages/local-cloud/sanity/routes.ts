import { Hono } from 'hono'
import type { LakeEnvironment } from './context.ts'
import { ApiError } from './errors.ts'
import type { ContentLake } from './lake.ts'
import { addDocRoutes } from './routes/doc.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addQueryRoutes } from './routes/query.ts'
import { addWriteRoutes } from './routes/write.ts'

/**
 * The routes `/data/query|doc|mutate|actions|history|references|export`, for mounting under `/:version` behind the
 * authentication middleware (`identify`).
 */
export function dataRoutes(lake: ContentLake): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  routes.onError((error, c) => {
    if (error instanceof ApiError) return c.json(error.body, error.status)
    throw error
  })
  addQueryRoutes(routes, lake)
  addDocRoutes(routes, lake)
  addWriteRoutes(routes, lake)
  addHistoryRoutes(routes, lake)
  return routes
}
