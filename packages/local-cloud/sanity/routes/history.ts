import type { Hono } from 'hono'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { badRequest, notImplemented } from '../errors.ts'
import { canAccess } from '../grants.ts'
import { formatTransaction, readDocumentEvents, readDocuments, type StateSelector } from '../history.ts'
import type { HistoryRange } from '../storage.ts'
import { type DataContext, isEnabled, requireDataset, requireProjectMember, sendNdjson } from './request.ts'

const MAX_PAGE_SIZE = 1000

function readIds(c: DataContext): string[] {
  return (c.req.param('ids') ?? '').split(',').filter((id) => id !== '')
}

/** Converts a time parameter to the format of transaction times (ISO 8601, UTC, ms), which are compared as strings. */
function readTime(c: DataContext, name: string): string | undefined {
  const text = c.req.query(name)
  if (!text) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw badRequest(`Invalid ${name}: "${text}". Use an ISO 8601 time.`)
  return date.toISOString()
}

function readStateSelector(c: DataContext): StateSelector {
  const revision = c.req.query('revision') || undefined
  const time = readTime(c, 'time')
  if (revision !== undefined && time !== undefined) {
    throw badRequest('Only one of "revision" and "time" is allowed')
  }
  return revision === undefined ? { time: time ?? new Date().toISOString() } : { revision }
}

function readLimit(c: DataContext): number {
  const limit = Number(c.req.query('limit') ?? 100)
  if (!Number.isInteger(limit) || limit < 1) throw badRequest('"limit" must be a positive integer')
  return Math.min(limit, MAX_PAGE_SIZE)
}

function readPage(c: DataContext): { limit: number; cursor: string | undefined } {
  return { limit: readLimit(c), cursor: c.req.query('nextCursor') }
}

function readRange(c: DataContext, dataset: Dataset): HistoryRange {
  // The Studio also sends empty parameters. An unknown transaction makes the range empty.
  const readSequence = (name: string, sequenceIfUnknown: number) => {
    const id = c.req.query(name)
    return id ? (dataset.storage.getSequence(id) ?? sequenceIfUnknown) : undefined
  }
  return {
    fromSequence: readSequence('fromTransaction', Number.MAX_SAFE_INTEGER),
    toSequence: readSequence('toTransaction', 0),
    fromTime: readTime(c, 'fromTime'),
    toTime: readTime(c, 'toTime'),
    reverse: isEnabled(c, 'reverse'),
    limit: readLimit(c),
  }
}

/**
 * Adds the history (https://www.sanity.io/docs/http-reference/history) and references routes, which require a role in
 * the project, and the export route (https://www.sanity.io/docs/http-reference/export).
 */
export function addHistoryRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  routes.get('/data/history/:dataset/documents/:ids', (c) => {
    requireProjectMember(c)
    return c.json({
      documents: readDocuments(requireDataset(contentLake, c), readIds(c), readStateSelector(c)),
    })
  })

  // Without ids, returns the transactions of the whole dataset:
  // https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
  routes.get('/data/history/:dataset/transactions/:ids?', (c) => {
    requireProjectMember(c)
    const dataset = requireDataset(contentLake, c)
    const ids = c.req.param('ids') ? readIds(c) : 'all'
    const onlyIds = isEnabled(c, 'includeIdentifiedDocumentsOnly') && ids !== 'all' ? new Set(ids) : null
    const options = { onlyIds, includeEffects: c.req.query('effectFormat') === 'mendoza' }
    const transactions = dataset.storage.readTransactions(ids, readRange(c, dataset))
    return sendNdjson(
      c,
      transactions.map((transaction) => formatTransaction(transaction, options)),
    )
  })

  routes.get('/data/history/:dataset/events/documents/:id', (c) => {
    requireProjectMember(c)
    const id = c.req.param('id')
    const { events, nextCursor } = readDocumentEvents(requireDataset(contentLake, c), id, readPage(c))
    return c.json({ events: { [id]: events }, nextCursor })
  })

  routes.get('/data/references/:dataset/documents/:id/to', (c) => {
    requireProjectMember(c)
    requireDataset(contentLake, c)
    if (!isEnabled(c, 'excludeInternalReferences')) throw notImplemented('References within the dataset')
    // References from other datasets are not tracked.
    return c.json({ totalCount: 0, references: [] })
  })

  routes.get('/data/export/:dataset', (c) => {
    const documents = [...requireDataset(contentLake, c).all()]
    return sendNdjson(
      c,
      documents.filter(({ _id }) => canAccess(c.get('identity'), 'read', _id)),
    )
  })
}
