import type { Hono } from 'hono'
import { performActions } from '../actions.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { type MutationResult, mutate } from '../mutations.ts'
import type { TransactionOptions } from '../pendingTransaction.ts'
import type { JsonObject } from '../values.ts'
import { type DataContext, isEnabled, readJsonBody, requireDataset } from './request.ts'

function readTransactionOptions(c: DataContext, body: JsonObject): TransactionOptions {
  const bodyTransactionId = typeof body.transactionId === 'string' ? body.transactionId : undefined
  const transactionId = bodyTransactionId ?? c.req.query('transactionId')
  return {
    ...(transactionId ? { transactionId } : {}),
    dryRun: body.dryRun === true || isEnabled(c, 'dryRun'),
  }
}

/**
 * Adds POST `/data/mutate/:dataset` (https://www.sanity.io/docs/http-reference/mutation) and
 * POST `/data/actions/:dataset` (https://www.sanity.io/docs/http-reference/actions).
 */
export function addWriteRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  routes.post('/data/mutate/:dataset', async (c) => {
    const dataset = requireDataset(contentLake, c)
    const body = await readJsonBody(c)
    const options = readTransactionOptions(c, body)
    const { transactionId, results } = mutate(dataset, c.get('identity'), body.mutations, options)
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
