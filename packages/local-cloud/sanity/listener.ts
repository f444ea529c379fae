import type { Dataset } from './dataset.ts'
import { Deadline } from './deadline.ts'
import { badRequest } from './errors.ts'
import { mayAccess } from './grants.ts'
import { isDraftId, isVersionId } from './ids.ts'
import { groqParams } from './params.ts'
import { isApiVersionSince } from './perspectives.ts'
import { compileListenFilter, type DocumentFilter } from './queries.ts'
import type { CommittedTransaction, DocumentChange, Effects, Identity, SanityDocument } from './types.ts'
import type { JsonObject } from './values.ts'

// From this API version drafts and versions take `includeAllVersions`
// (https://www.sanity.io/changelog/676aaa9d-2da6-44fb-abe5-580f28047c10).
const PUBLISHED_ONLY_SINCE = '2025-02-19'

/** What a caller listens to and what the events shall hold (https://www.sanity.io/docs/http-reference/listen). */
export type ListenOptions = {
  query: string
  params: JsonObject
  /** Whether drafts are listened to. */
  includeDrafts: boolean
  /** Whether drafts and versions are listened to. */
  includeAllVersions: boolean
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  /** Whether events hold `effects`, in Mendoza's format. */
  effects: boolean
  /** When events are told; here a transaction can be queried as soon as it is committed, so both are the same time. */
  visibility: Visibility
}

type Visibility = 'transaction' | 'query'

/** The `mutation` event of a listener. */
export type MutationEvent = {
  type: 'mutation'
  eventId: string
  documentId: string
  transactionId: string
  transition: 'appear' | 'update' | 'disappear'
  identity: string
  timestamp: string
  visibility: Visibility
  previousRev?: string
  /** The transaction's id, on deletions too: the Studio's form waits for it. */
  resultRev: string
  transactionTotalEvents: number
  transactionCurrentEvent: number
  mutations?: unknown[]
  result?: SanityDocument
  previous?: SanityDocument
  effects?: Effects
}

/**
 * The options of a listen request from its URL's query. Throws an ApiError (400) when the query is missing, a parameter
 * can't be read or an option is none of those there are.
 */
export function parseListenOptions(search: URLSearchParams, apiVersion: string): ListenOptions {
  const query = search.get('query')
  if (!query) throw badRequest('"query" is missing')
  const params = groqParams(search)
  const effectFormat = search.get('effectFormat')
  if (effectFormat !== null && effectFormat !== 'mendoza') {
    throw badRequest(`Unknown effect format: "${effectFormat}"`)
  }
  const visibility = search.get('visibility') ?? 'transaction'
  if (visibility !== 'transaction' && visibility !== 'query') {
    throw badRequest(`Invalid visibility: "${visibility}"`)
  }
  const on = (name: string) => search.get(name) === 'true'
  return {
    query,
    params,
    includeDrafts: !isApiVersionSince(apiVersion, PUBLISHED_ONLY_SINCE),
    includeAllVersions: on('includeAllVersions'),
    includeResult: on('includeResult'),
    includePreviousRevision: on('includePreviousRevision'),
    includeMutations: search.get('includeMutations') !== 'false',
    effects: effectFormat === 'mendoza',
    visibility,
  }
}

function transitionOf(
  change: DocumentChange,
  matches: DocumentFilter,
  dataset: Dataset,
  deadline: Deadline,
): MutationEvent['transition'] | null {
  const was = change.before !== null && matches(change.before, dataset, deadline)
  const is = change.after !== null && matches(change.after, dataset, deadline)
  if (was) return is ? 'update' : 'disappear'
  return is ? 'appear' : null
}

/**
 * Compiles a listener: a function from a transaction to the events that this caller gets, in order; empty when nothing
 * concerns them. `transactionTotalEvents` counts the events of this listener, since the Studio holds a transaction
 * back until it has them all. Throws an ApiError (400) on a query that isn't a filter.
 */
export function compileListener(
  dataset: Dataset,
  identity: Identity,
  options: ListenOptions,
): (transaction: CommittedTransaction) => MutationEvent[] {
  const matches = compileListenFilter(options.query, options.params)
  const isIncluded = (id: string) => {
    if (options.includeAllVersions) return true
    return isDraftId(id) ? options.includeDrafts : !isVersionId(id)
  }
  const isHeard = (id: string) => mayAccess(identity, 'read', id) && isIncluded(id)
  return (transaction) => {
    const deadline = new Deadline()
    const heard: { change: DocumentChange; transition: MutationEvent['transition'] }[] = []
    for (const change of transaction.changes) {
      const transition = isHeard(change.documentId) ? transitionOf(change, matches, dataset, deadline) : null
      if (transition) heard.push({ change, transition })
    }
    return heard.map(({ change, transition }, index) => ({
      type: 'mutation',
      eventId: `${transaction.id}#${change.documentId}`,
      documentId: change.documentId,
      transactionId: transaction.id,
      transition,
      identity: transaction.identity,
      timestamp: transaction.timestamp,
      visibility: options.visibility,
      ...(change.previousRev === undefined ? {} : { previousRev: change.previousRev }),
      resultRev: change.resultRev,
      transactionTotalEvents: heard.length,
      transactionCurrentEvent: index + 1,
      ...(options.includeMutations ? { mutations: change.mutations } : {}),
      ...(options.includeResult && change.after ? { result: change.after } : {}),
      ...(options.includePreviousRevision && change.before ? { previous: change.before } : {}),
      ...(options.effects ? { effects: change.effects } : {}),
    }))
  }
}
