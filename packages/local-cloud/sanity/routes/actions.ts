import type { Hono } from 'hono'
import { performActions } from '../actions.ts'
import type { LakeEnvironment } from '../context.ts'
import type { ContentLake } from '../lake.ts'
import { apiVersionOf, datasetOf, flag, jsonBody } from './request.ts'

/** POST `/data/actions/:dataset` (https://www.sanity.io/docs/http-reference/actions). */
export function addActionRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake): void {
  routes.post('/data/actions/:dataset', async (c) => {
    const dataset = datasetOf(lake, c)
    const body = await jsonBody(c)
    const given = typeof body.transactionId === 'string' ? body.transactionId : c.req.query('transactionId')
    const tag = c.req.query('tag')
    const options = {
      ...(given ? { transactionId: given } : {}),
      ...(tag ? { tag } : {}),
      apiVersion: apiVersionOf(c),
      dryRun: body.dryRun === true || flag(c, 'dryRun'),
    }
    return c.json(performActions(dataset, c.get('identity'), body.actions, options))
  })
}
