import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import { badRequest } from '../errors.ts'
import type { ContentLake } from '../lake.ts'
import { type MutationResult, mutate } from '../mutations.ts'
import { datasetOf, flag, jsonBody } from './request.ts'

// Every write is on disk and indexed before it is answered, so that all of these mean `sync` here.
const VISIBILITIES = ['sync', 'async', 'deferred']

/** POST `/data/mutate/:dataset` (https://www.sanity.io/docs/http-reference/mutation). */
export function addMutateRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake): void {
  routes.post('/data/mutate/:dataset', async (c) => {
    const dataset = datasetOf(lake, c)
    const visibility = c.req.query('visibility') ?? 'sync'
    if (!VISIBILITIES.includes(visibility)) throw badRequest(`Invalid visibility: "${visibility}"`)
    const body = await jsonBody(c)
    const inBody = typeof body.transactionId === 'string' ? body.transactionId : undefined
    const transaction = inBody ?? c.req.query('transactionId')
    const tag = c.req.query('tag')
    const options = {
      ...(transaction ? { transactionId: transaction } : {}),
      ...(tag ? { tag } : {}),
      dryRun: flag(c, 'dryRun') || body.dryRun === true,
      autoGenerateArrayKeys: flag(c, 'autoGenerateArrayKeys'),
    }
    const identity = c.get('identity')
    const { transactionId, results } = mutate(dataset, identity, body.mutations, options)
    if (flag(c, 'returnDocuments')) return c.json({ transactionId, results })
    const brief = ({ id, operation }: MutationResult) => ({ id, operation })
    return c.json({ transactionId, ...(flag(c, 'returnIds') ? { results: results.map(brief) } : {}) })
  })
}
