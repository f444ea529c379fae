import { Hono } from 'hono'
import type { ContentLake } from './contentLake.ts'
import type { SanityEnvironment } from './context.ts'
import { addDocRoutes } from './routes/doc.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addQueryRoutes } from './routes/query.ts'
import { addWriteRoutes } from './routes/write.ts'

/**
 * The routes `/data/query|doc|mutate|actions|history|references|export`, for mounting under `/:version` behind the
 * authentication middleware (`identify`).
 */
export function createDataRoutes(contentLake: ContentLake): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()
  addQueryRoutes(routes, contentLake)
  addDocRoutes(routes, contentLake)
  addWriteRoutes(routes, contentLake)
  addHistoryRoutes(routes, contentLake)
  return routes
}
