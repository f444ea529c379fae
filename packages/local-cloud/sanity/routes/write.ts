import type { Hono } from 'hono'
import { performActions } from '../actions.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { badRequest } from '../errors.ts'
import { type MutationResult, mutate } from '../mutations.ts'
import type { TransactionOptions } from '../pendingTransaction.ts'
import type { JsonObject } from '../values.ts'
import { type DataContext, isEnabled, readJsonBody, requireDataset } from './request.ts'

// Every write is on disk and visible before the response, so `async` and `deferred` behave as `sync`.
const VISIBILITIES = ['sync', 'async', 'deferred']

function readTransactionOptions(c: DataContext, body: JsonObject): TransactionOptions {
  const bodyTransactionId = typeof body.transactionId === 'string' ? body.transactionId : undefined
  const transactionId = bodyTransactionId ?? c.req.query('transactionId')
  const tag = c.req.query('tag')
  return {
    ...(transactionId ? { transactionId } : {}),
    ...(tag ? { tag } : {}),
    dryRun: body.dryRun === true || isEnabled(c, 'dryRun'),
  }
}

/**
 * POST `/data/mutate/:dataset` (https://www.sanity.io/docs/http-reference/mutation) and POST `/data/actions/:dataset`
 * (https://www.sanity.io/docs/http-reference/actions).
 */
export function addWriteRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  routes.post('/data/mutate/:dataset', async (c) => {
    const dataset = requireDataset(contentLake, c)
    const visibility = c.req.query('visibility') ?? 'sync'
    if (!VISIBILITIES.includes(visibility)) throw badRequest(`Invalid visibility: "${visibility}"`)
    const body = await readJsonBody(c)
    const { transactionId, results } = mutate(dataset, c.get('identity'), body.mutations, {
      ...readTransactionOptions(c, body),
      autoGenerateArrayKeys: isEnabled(c, 'autoGenerateArrayKeys'),
    })
    if (isEnabled(c, 'returnDocuments')) return c.json({ transactionId, results })
    const omitDocument = ({ id, operation }: MutationResult) => ({ id, operation })
    return c.json({
      transactionId,
      ...(isEnabled(c, 'returnIds') ? { results: results.map(omitDocument) } : {}),
    })
  })

  routes.post('/data/actions/:dataset', async (c) => {
    const dataset = requireDataset(contentLake, c)
    const body = await readJsonBody(c)
    const options = readTransactionOptions(c, body)
    return c.json(performActions(dataset, c.get('identity'), body.actions, options))
  })
}
