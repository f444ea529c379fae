import type { Hono } from 'hono'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { badRequest, notImplemented } from '../errors.ts'
import { mayAccess, readsEverything } from '../grants.ts'
import { documentEvents, documentsAt, logLine, type Moment } from '../history.ts'
import { publishedIdOf } from '../ids.ts'
import type { ContentLake } from '../lake.ts'
import { releaseEvents } from '../releases/events.ts'
import type { HistoryRange } from '../storage.ts'
import type { Identity, SanityDocument } from '../types.ts'
import { type DataContext, datasetOf, flag, ndjson, requireMember } from './request.ts'

const MAX_TRANSACTIONS = 1000

function idsIn(c: DataContext): string[] {
  return (c.req.param('ids') ?? '').split(',').filter((id) => id !== '')
}

/** A time as transactions have it, which are compared as texts: ISO 8601, UTC, milliseconds. */
function timeIn(c: DataContext, name: string): string | undefined {
  const given = c.req.query(name)
  if (!given) return undefined
  const date = new Date(given)
  if (Number.isNaN(date.getTime())) throw badRequest(`Invalid ${name}: "${given}"`)
  return date.toISOString()
}

function momentIn(c: DataContext): Moment {
  const revision = c.req.query('revision') || undefined
  const time = timeIn(c, 'time')
  const last = flag(c, 'lastRevision')
  const given = [revision, time, last || undefined].filter((value) => value !== undefined)
  if (given.length > 1) throw badRequest('Only one of "revision", "time" and "lastRevision" can be asked for')
  if (last) return { last }
  return revision === undefined ? { time: time ?? new Date().toISOString() } : { revision }
}

function wholeNumber(c: DataContext, name: string, fallback: number): number {
  const given = c.req.query(name)
  if (given === undefined) return fallback
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1) throw badRequest(`"${name}" must be a whole number above 0`)
  return value
}

function rangeIn(c: DataContext, dataset: Dataset): HistoryRange {
  // The Studio sends empty ones as well. Nothing lies between a transaction that never was and another.
  const position = (name: string, never: number) => {
    const id = c.req.query(name)
    return id ? (dataset.storage.sequenceOf(id) ?? never) : undefined
  }
  const from = position('fromTransaction', Number.MAX_SAFE_INTEGER)
  const to = position('toTransaction', 0)
  const [since, until] = [timeIn(c, 'fromTime'), timeIn(c, 'toTime')]
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    reverse: flag(c, 'reverse'),
    limit: Math.min(wholeNumber(c, 'limit', 100), MAX_TRANSACTIONS),
  }
}

/** What there is now: writes while it is sent change nothing of it. */
function readable(dataset: Dataset, identity: Identity): SanityDocument[] {
  const all = [...dataset.all()]
  return readsEverything(identity) ? all : all.filter(({ _id }) => mayAccess(identity, 'read', _id))
}

/**
 * History (https://www.sanity.io/docs/http-reference/history), who refers to a document, and the export
 * (https://www.sanity.io/docs/http-reference/export). The first two take a member of the project.
 */
export function addHistoryRoutes(routes: Hono<LakeEnvironment>, lake: ContentLake): void {
  routes.get('/data/history/:dataset/documents/:ids', (c) => {
    requireMember(c)
    return c.json({ documents: documentsAt(datasetOf(lake, c), idsIn(c), momentIn(c)) })
  })

  // Without documents it is the log of the whole dataset:
  // https://www.sanity.io/docs/developer-guides/find-and-restore-deleted-documents
  routes.get('/data/history/:dataset/transactions/:ids?', (c) => {
    requireMember(c)
    const dataset = datasetOf(lake, c)
    const ids = c.req.param('ids') ? idsIn(c) : 'all'
    const only = flag(c, 'includeIdentifiedDocumentsOnly') && ids !== 'all' ? ids : undefined
    const options = {
      only: only ? new Set(only) : null,
      mutations: !flag(c, 'excludeMutations') && !flag(c, 'excludeContent'),
      effects: c.req.query('effectFormat') === 'mendoza',
    }
    const range = { ...rangeIn(c, dataset), ...(only ? { changesOf: only.map(publishedIdOf) } : {}) }
    const lines = function* () {
      for (const transaction of dataset.storage.eachTransactionOf(ids, range))
        yield logLine(transaction, options)
    }
    return ndjson(c, lines())
  })

  routes.get('/data/history/:dataset/events/documents/:id', (c) => {
    requireMember(c)
    const id = c.req.param('id')
    const cursor = c.req.query('nextCursor')
    const { events, nextCursor } = documentEvents(datasetOf(lake, c), id, {
      limit: Math.min(wholeNumber(c, 'limit', 100), MAX_TRANSACTIONS),
      ...(cursor ? { cursor } : {}),
    })
    return c.json({ events: { [id]: events }, nextCursor })
  })

  routes.get('/data/history/:dataset/events/releases/:name', (c) => {
    requireMember(c)
    const cursor = c.req.query('nextCursor')
    const page = {
      limit: Math.min(wholeNumber(c, 'limit', 100), MAX_TRANSACTIONS),
      ...(cursor ? { cursor } : {}),
    }
    return c.json(releaseEvents(datasetOf(lake, c), c.req.param('name'), page))
  })

  routes.get('/data/references/:dataset/documents/:id/to', (c) => {
    requireMember(c)
    datasetOf(lake, c)
    if (!flag(c, 'excludeInternalReferences')) throw notImplemented('References within the dataset')
    // References from other datasets are not supported.
    return c.json({ totalCount: 0, references: [] })
  })

  routes.get('/data/export/:dataset', (c) => {
    const types = c.req.query('types')?.split(',')
    const documents = readable(datasetOf(lake, c), c.get('identity'))
    return ndjson(c, types ? documents.filter((document) => types.includes(document._type)) : documents)
  })
}
