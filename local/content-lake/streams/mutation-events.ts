import type { Dataset } from '../dataset.ts'
import { mayAccess } from '../grants.ts'
import { isVersionId } from '../ids.ts'
import { compileListenFilter } from '../queries.ts'
import type { CommittedTransaction, DocumentChange, Identity } from '../types.ts'

/** What a listener asked for, from the request's parameters. */
export type ListenOptions = {
  query: string
  params: Record<string, unknown>
  includeResult: boolean
  includePreviousRevision: boolean
  includeMutations: boolean
  includeAllVersions: boolean
  includeEffects: boolean
}

/** The data of a `mutation` event (https://www.sanity.io/docs/http-reference/listen). */
export type MutationEvent = { documentId: string; transactionId: string; [key: string]: unknown }

type Transition = 'appear' | 'update' | 'disappear'

/**
 * Makes a function that answers a transaction's events for one listener: of the documents that its query finds
 * before or after, as far as the caller may read them. Throws an ApiError (400) on a query that can't be parsed.
 */
export function createListener(
  dataset: Dataset,
  identity: Identity,
  options: ListenOptions,
): (transaction: CommittedTransaction) => MutationEvent[] {
  const matches = compileListenFilter(options.query, options.params)

  function transitionOf({ documentId, before, after }: DocumentChange): Transition | undefined {
    if (isVersionId(documentId) && !options.includeAllVersions) return undefined
    if (!mayAccess(identity, 'read', documentId)) return undefined
    const was = before !== null && matches(before, dataset)
    const is = after !== null && matches(after, dataset)
    if (was) return is ? 'update' : 'disappear'
    return is ? 'appear' : undefined
  }

  return (transaction) => {
    const found = transaction.changes.flatMap((change) => {
      const transition = transitionOf(change)
      return transition ? [{ change, transition }] : []
    })
    return found.map(({ change, transition }, index) => ({
      eventId: `${transaction.id}#${change.documentId}`,
      documentId: change.documentId,
      transactionId: transaction.id,
      transition,
      identity: transaction.identity,
      timestamp: transaction.timestamp,
      visibility: 'query',
      ...(change.previousRev === undefined ? {} : { previousRev: change.previousRev }),
      // On deletions too: the Studio's form waits for it.
      resultRev: change.resultRev,
      transactionTotalEvents: found.length,
      transactionCurrentEvent: index + 1,
      ...(options.includeMutations ? { mutations: change.mutations } : {}),
      ...(options.includeResult && change.after ? { result: change.after } : {}),
      ...(options.includePreviousRevision && change.before ? { previous: change.before } : {}),
      ...(options.includeEffects ? { effects: change.effects } : {}),
    }))
  }
}
