import { ItemError, immutableAttributeError } from './errors.ts'
import { getStronglyReferencedIds } from './references.ts'
import type { SanityDocument } from './types.ts'

/** The change to one document in an uncommitted transaction. */
export type PendingChange = {
  before: SanityDocument | null
  after: SanityDocument | null
  mutations: unknown[]
  /** False when the mutations did not change the document, for example `createIfNotExists` for an existing document. */
  isChanged: boolean
  /** The index of the last mutation or action on this document, for error items. */
  index: number
}

/** An uncommitted transaction, with the documents as they will be after it. */
type Transaction = {
  get(id: string): SanityDocument | null
  getPendingChanges(): Map<string, PendingChange>
  dataset: { getReferrers(id: string): Iterable<string> }
}

/** Returns an error for the first strong reference to a missing document; null if there is none. */
function findDanglingReferenceError(transaction: Transaction, document: SanityDocument): ItemError | null {
  const target = [...getStronglyReferencedIds(document)].find((id) => !transaction.get(id))
  if (target === undefined) return null
  return new ItemError({
    type: 'documentReferenceDoesNotExistError',
    description: `Document "${document._id}" references non-existent document "${target}"`,
    id: document._id,
    referenceID: target,
  })
}

/** The ids of other documents that will strongly refer to `id` after the transaction. */
function findStrongReferrers(
  transaction: Transaction,
  changedDocuments: SanityDocument[],
  id: string,
): string[] {
  const existingReferrers = [...transaction.dataset.getReferrers(id)].flatMap(
    (referrer) => transaction.get(referrer) ?? [],
  )
  const referrers = [...existingReferrers, ...changedDocuments].filter(
    (document) => document._id !== id && getStronglyReferencedIds(document).has(id),
  )
  return [...new Set(referrers.map(({ _id }) => _id))]
}

function createReferencedError(id: string, referencingIDs: string[]): ItemError {
  const from = referencingIDs.map((referrer) => `"${referrer}"`).join(', ')
  return new ItemError({
    type: 'documentHasExistingReferencesError',
    description: `Document "${id}" cannot be deleted as there are references to it from ${from}`,
    id,
    referencingIDs,
    totalCount: referencingIDs.length,
  })
}

/**
 * Finds the strong references that a transaction would break (in a changed document, only the first). Call it after the
 * last mutation, since documents in a transaction may refer to each other. The target of a strong reference must exist.
 * It can neither be deleted (https://www.sanity.io/docs/studio/reference-type) nor change its type
 * (https://www.sanity.io/docs/http-reference/mutation).
 */
export function findIntegrityFailures(transaction: Transaction): { index: number; error: ItemError }[] {
  const failures: { index: number; error: ItemError }[] = []
  const pendingChanges = transaction.getPendingChanges()
  const changedDocuments = [...pendingChanges.values()].flatMap(({ after }) => after ?? [])
  for (const [id, { before, after, index }] of pendingChanges) {
    const dangling = after && findDanglingReferenceError(transaction, after)
    if (dangling) failures.push({ index, error: dangling })
    if (before?._type === after?._type) continue
    const referrers = before ? findStrongReferrers(transaction, changedDocuments, id) : []
    if (referrers.length === 0) continue
    const error = after ? immutableAttributeError('_type', id) : createReferencedError(id, referrers)
    failures.push({ index, error })
  }
  return failures
}
