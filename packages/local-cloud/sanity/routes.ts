import { Hono } from 'hono'
import type { LakeEnvironment } from './context.ts'
import { ApiError } from './errors.ts'
import type { ContentLake } from './lake.ts'
import type { QueryRunner } from './queryRunner.ts'
import { addActionRoutes } from './routes/actions.ts'
import { addDocRoutes } from './routes/doc.ts'
import { addHistoryRoutes } from './routes/history.ts'
import { addMutateRoutes } from './routes/mutate.ts'
import { addQueryRoutes } from './routes/query.ts'
import { addSchemaRoutes } from './routes/schemas.ts'

/**
 * The routes `/data/query|doc|mutate|actions|history|references|export`, and those of deployed schemas. Mount them under `/:version`, behind
 * a middleware that sets `identity`: the API version decides the default perspective, the identity what is seen.
 */
export function dataRoutes(lake: ContentLake, runner: QueryRunner): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  routes.onError((error, c) => {
    if (error instanceof ApiError) return c.json(error.body, error.status)
    throw error
  })
  addQueryRoutes(routes, lake, runner)
  addDocRoutes(routes, lake)
  addMutateRoutes(routes, lake, runner)
  addActionRoutes(routes, lake)
  addHistoryRoutes(routes, lake)
  addSchemaRoutes(routes, lake, runner)
  return routes
}
