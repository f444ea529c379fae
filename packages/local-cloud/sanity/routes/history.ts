import type { Hono } from 'hono'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { badRequest, notImplemented } from '../errors.ts'
import { mayAccess } from '../grants.ts'
import { formatTransaction, type Moment, readDocumentEvents, readDocuments } from '../history.ts'
import { readReleaseEvents } from '../releases/events.ts'
import type { HistoryRange } from '../storage.ts'
import { type DataContext, isEnabled, requireDataset, requireMember, sendNdjson } from './request.ts'

const MAX_TRANSACTIONS = 1000

function readIds(c: DataContext): string[] {
  return (c.req.param('ids') ?? '').split(',').filter((id) => id !== '')
}

/** A time in the format of transactions, which are compared as strings: ISO 8601, UTC, milliseconds. */
function readTime(c: DataContext, name: string): string | undefined {
  const given = c.req.query(name)
  if (!given) return undefined
  const date = new Date(given)
  if (Number.isNaN(date.getTime())) throw badRequest(`Invalid ${name}: "${given}"`)
  return date.toISOString()
}

function readMoment(c: DataContext): Moment {
  const revision = c.req.query('revision') || undefined
  const time = readTime(c, 'time')
  const last = isEnabled(c, 'lastRevision')
  const given = [revision, time, last || undefined].filter((value) => value !== undefined)
  if (given.length > 1) throw badRequest('Only one of "revision", "time" and "lastRevision" is allowed')
  if (last) return { last }
  return revision === undefined ? { time: time ?? new Date().toISOString() } : { revision }
}

function readLimit(c: DataContext): number {
  const limit = Number(c.req.query('limit') ?? 100)
  if (!Number.isInteger(limit) || limit < 1) throw badRequest('"limit" must be a whole number above 0')
  return Math.min(limit, MAX_TRANSACTIONS)
}

function readPage(c: DataContext): { limit: number; cursor?: string } {
  const cursor = c.req.query('nextCursor')
  return { limit: readLimit(c), ...(cursor ? { cursor } : {}) }
}

function readRange(c: DataContext, dataset: Dataset): HistoryRange {
  // The Studio sends empty parameters, too. With an unknown transaction the range is empty.
  const position = (name: string, unknown: number) => {
    const id = c.req.query(name)
    return id ? (dataset.storage.getSequence(id) ?? unknown) : undefined
  }
  const from = position('fromTransaction', Number.MAX_SAFE_INTEGER)
  const to = position('toTransaction', 0)
  const [since, until] = [readTime(c, 'fromTime'), readTime(c, 'toTime')]
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    reverse: isEnabled(c, 'reverse'),
    limit: readLimit(c),
  }
}

/**
 * History (https://www.sanity.io/docs/http-reference/history) and references, for members of the project, and the export
 * (https://www.sanity.io/docs/http-reference/export).
 */
export function addHistoryRoutes(routes: Hono<SanityEnvironment>, contentLake: ContentLake): void {
  routes.get('/data/history/:dataset/documents/:ids', (c) => {
    requireMember(c)
    return c.json({ documents: readDocuments(requireDataset(contentLake, c), readIds(c), readMoment(c)) })
  })

  // Without ids, the log of the whole dataset:
  // https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
  routes.get('/data/history/:dataset/transactions/:ids?', (c) => {
    requireMember(c)
    const dataset = requireDataset(contentLake, c)
    const ids = c.req.param('ids') ? readIds(c) : 'all'
    const only = isEnabled(c, 'includeIdentifiedDocumentsOnly') && ids !== 'all' ? new Set(ids) : null
    const options = {
      only,
      mutations: !isEnabled(c, 'excludeMutations') && !isEnabled(c, 'excludeContent'),
      effects: c.req.query('effectFormat') === 'mendoza',
    }
    const transactions = dataset.storage.readTransactions(ids, readRange(c, dataset))
    return sendNdjson(
      c,
      transactions.map((transaction) => formatTransaction(transaction, options)),
    )
  })

  routes.get('/data/history/:dataset/events/documents/:id', (c) => {
    requireMember(c)
    const id = c.req.param('id')
    const { events, nextCursor } = readDocumentEvents(requireDataset(contentLake, c), id, readPage(c))
    return c.json({ events: { [id]: events }, nextCursor })
  })

  routes.get('/data/history/:dataset/events/releases/:name', (c) => {
    requireMember(c)
    return c.json(readReleaseEvents(requireDataset(contentLake, c), c.req.param('name'), readPage(c)))
  })

  routes.get('/data/references/:dataset/documents/:id/to', (c) => {
    requireMember(c)
    requireDataset(contentLake, c)
    if (!isEnabled(c, 'excludeInternalReferences')) throw notImplemented('References within the dataset')
    // References from other datasets are not supported.
    return c.json({ totalCount: 0, references: [] })
  })

  routes.get('/data/export/:dataset', (c) => {
    const all = [...requireDataset(contentLake, c).all()]
    return sendNdjson(
      c,
      all.filter(({ _id }) => mayAccess(c.get('identity'), 'read', _id)),
    )
  })
}
