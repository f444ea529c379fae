import { ItemError } from './errors.ts'
import { getStrongReferences } from './references.ts'
import type { SanityDocument } from './types.ts'

/** A document's change inside an uncommitted transaction. */
export type PendingChange = {
  before: SanityDocument | null
  after: SanityDocument | null
  mutations: unknown[]
  changed: boolean
  /** Index of the mutation or action that changed it last, for error items. */
  index: number
}

/** An uncommitted transaction: the documents as it will leave them. */
type Transaction = {
  get(id: string): SanityDocument | null
  pending(): Map<string, PendingChange>
  dataset: { getReferrers(id: string): Iterable<string> }
}

function findDanglingReference(set: Transaction, document: SanityDocument): ItemError | null {
  const target = [...getStrongReferences(document)].find((id) => !set.get(id))
  if (target === undefined) return null
  return new ItemError({
    type: 'documentReferenceDoesNotExistError',
    description: `Document "${document._id}" references non-existent document "${target}"`,
    id: document._id,
    referenceID: target,
  })
}

/** The other documents with a strong reference to an id after the transaction. */
function findStrongReferrers(set: Transaction, changed: SanityDocument[], id: string): string[] {
  const earlier = [...set.dataset.getReferrers(id)].flatMap((referrer) => set.get(referrer) ?? [])
  const referrers = [...earlier, ...changed].filter(
    (document) => document._id !== id && getStrongReferences(document).has(id),
  )
  return [...new Set(referrers.map(({ _id }) => _id))]
}

function existingReferences(id: string, referencingIDs: string[]): ItemError {
  const from = referencingIDs.map((referrer) => `"${referrer}"`).join(', ')
  return new ItemError({
    type: 'documentHasExistingReferencesError',
    description: `Document "${id}" cannot be deleted as there are references to it from ${from}`,
    id,
    referencingIDs,
    totalCount: referencingIDs.length,
  })
}

function changedType(id: string): ItemError {
  return new ItemError({
    type: 'cannotModifyImmutableAttributeError',
    description: 'Cannot modify immutable attribute "_type"',
    attribute: '_type',
    documentId: id,
  })
}

/**
 * The references that a complete transaction would break, so that its documents may refer to each other: a strong reference
 * must point at a document, a strongly referenced document can't be deleted
 * (https://www.sanity.io/docs/studio/reference-type) nor change its type
 * (https://www.sanity.io/docs/http-reference/mutation).
 */
export function findIntegrityFailures(set: Transaction): { index: number; error: ItemError }[] {
  const failures: { index: number; error: ItemError }[] = []
  const pending = set.pending()
  const changed = [...pending.values()].flatMap(({ after }) => after ?? [])
  for (const [id, { before, after, index }] of pending) {
    const dangling = after && findDanglingReference(set, after)
    if (dangling) failures.push({ index, error: dangling })
    if (before?._type === after?._type) continue
    const referrers = before ? findStrongReferrers(set, changed, id) : []
    if (referrers.length === 0) continue
    failures.push({ index, error: after ? changedType(id) : existingReferences(id, referrers) })
  }
  return failures
}
