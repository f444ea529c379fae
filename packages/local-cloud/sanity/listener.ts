import type { Dataset } from './dataset.ts'
import { Deadline } from './deadline.ts'
import { badRequest } from './errors.ts'
import { canAccess } from './grants.ts'
import { isDraftId } from './ids.ts'
import { parseGroqParams } from './params.ts'
import { isApiVersionSince } from './perspectives.ts'
import { compileListenFilter, type DocumentFilter } from './queries.ts'
import type { CommittedTransaction, DocumentChange, Identity } from './types.ts'

// From this API version on, listeners receive drafts only with `includeAllVersions`
// (https://www.sanity.io/changelog/676aaa9d-2da6-44fb-abe5-580f28047c10).
const PUBLISHED_ONLY_SINCE = '2025-02-19'

type Transition = 'appear' | 'update' | 'disappear'

/**
 * Parses the URL parameters of a listen request (https://www.sanity.io/docs/http-reference/listen). Throws an ApiError (400)
 * for missing or invalid ones.
 */
export function parseListenOptions(search: URLSearchParams, apiVersion: string) {
  const query = search.get('query')
  if (!query) throw badRequest('"query" is missing')
  const params = parseGroqParams(search)
  const isEnabled = (name: string) => search.get(name) === 'true'
  return {
    query,
    params,
    includeDrafts: !isApiVersionSince(apiVersion, PUBLISHED_ONLY_SINCE) || isEnabled('includeAllVersions'),
    includeResult: isEnabled('includeResult'),
    includePreviousRevision: isEnabled('includePreviousRevision'),
    includeMutations: search.get('includeMutations') !== 'false',
    includeEffects: search.get('effectFormat') === 'mendoza',
    // Does not affect when events are sent, since a committed transaction can be queried immediately.
    visibility: search.get('visibility') ?? 'transaction',
  }
}

function getTransition(
  change: DocumentChange,
  matches: DocumentFilter,
  dataset: Dataset,
  deadline: Deadline,
): Transition | null {
  const matchesBefore = change.before !== null && matches(change.before, dataset, deadline)
  const matchesAfter = change.after !== null && matches(change.after, dataset, deadline)
  if (matchesBefore) return matchesAfter ? 'update' : 'disappear'
  return matchesAfter ? 'appear' : null
}

/**
 * Compiles a listener into a function that returns the events of a transaction for this caller. `transactionTotalEvents`
 * counts only these events, since the Studio waits for all of them. Throws an ApiError (400) for a query that can't be
 * parsed, or does not select documents with `*`. The returned function throws the same errors as `runQuery`.
 */
export function compileListener(
  dataset: Dataset,
  identity: Identity,
  options: ReturnType<typeof parseListenOptions>,
) {
  const matches = compileListenFilter(options.query, options.params)
  const isVisible = (id: string) =>
    canAccess(identity, 'read', id) && (options.includeDrafts || !isDraftId(id))
  return (transaction: CommittedTransaction) => {
    const deadline = new Deadline()
    const visibleChanges: { change: DocumentChange; transition: Transition }[] = []
    for (const change of transaction.changes) {
      const transition = isVisible(change.documentId)
        ? getTransition(change, matches, dataset, deadline)
        : null
      if (transition) visibleChanges.push({ change, transition })
    }
    return visibleChanges.map(({ change, transition }, index) => ({
      type: 'mutation',
      eventId: `${transaction.id}#${change.documentId}`,
      documentId: change.documentId,
      transactionId: transaction.id,
      transition,
      identity: transaction.identity,
      timestamp: transaction.timestamp,
      visibility: options.visibility,
      ...(change.before ? { previousRev: change.before._rev } : {}),
      resultRev: change.resultRev,
      transactionTotalEvents: visibleChanges.length,
      transactionCurrentEvent: index + 1,
      ...(options.includeMutations ? { mutations: change.mutations } : {}),
      ...(options.includeResult && change.after ? { result: change.after } : {}),
      ...(options.includePreviousRevision && change.before ? { previous: change.before } : {}),
      ...(options.includeEffects ? { effects: change.effects } : {}),
    }))
  }
}
