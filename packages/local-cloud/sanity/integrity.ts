import { ItemError } from './errors.ts'
import { strongTargets } from './references.ts'
import type { SanityDocument } from './types.ts'

/** What a document comes to inside a transaction that isn't committed yet. */
export type PendingChange = {
  before: SanityDocument | null
  after: SanityDocument | null
  mutations: unknown[]
  changed: boolean
  /** Index of the mutation or action that touched it last, for error items. */
  index: number
}

/** A transaction as far as its references go: the documents as it will leave them. */
type Transaction = {
  get(id: string): SanityDocument | null
  pending(): Map<string, PendingChange>
  dataset: { get(id: string): SanityDocument | undefined; referrersOf(id: string): Iterable<string> }
}

function dangling(set: Transaction, document: SanityDocument): ItemError | null {
  for (const target of strongTargets(document)) {
    if (set.get(target)) continue
    return new ItemError({
      type: 'documentReferenceDoesNotExistError',
      description: `Document "${document._id}" references non-existent document "${target}"`,
      id: document._id,
      referenceID: target,
    })
  }
  return null
}

/** The documents that hold a strong reference to an id as the transaction stands. */
type Referrers = (id: string) => string[]

function referrersIn(set: Transaction, pending: Map<string, PendingChange>): Referrers {
  const fromChanged = new Map<string, string[]>()
  for (const [changed, { after }] of pending) {
    if (!after) continue
    for (const target of strongTargets(after)) {
      const known = fromChanged.get(target)
      if (known) known.push(changed)
      else fromChanged.set(target, [changed])
    }
  }
  return (id) => {
    const unchanged = [...set.dataset.referrersOf(id)].filter((referrer) => {
      const document = pending.has(referrer) ? undefined : set.dataset.get(referrer)
      return document !== undefined && strongTargets(document).has(id)
    })
    return [...unchanged, ...(fromChanged.get(id) ?? [])].filter((referrer) => referrer !== id)
  }
}

function referenced(id: string, referencingIDs: string[]): ItemError {
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
 * What a transaction would break, looked at when it is complete, so that its documents may refer to each other:
 * a strong reference must point at a document, a strongly referenced document can't be deleted
 * (https://www.sanity.io/docs/studio/reference-type) nor change its type
 * (https://www.sanity.io/docs/http-reference/mutation).
 */
export function integrityFailures(set: Transaction): { index: number; error: ItemError }[] {
  const failures: { index: number; error: ItemError }[] = []
  const pending = set.pending()
  const referrersOf = referrersIn(set, pending)
  for (const [id, { before, after, index }] of pending) {
    if (after) {
      const error = dangling(set, after)
      if (error) failures.push({ index, error })
      if (before && before._type !== after._type && referrersOf(id).length > 0) {
        failures.push({
          index,
          error: new ItemError({
            type: 'cannotModifyImmutableAttributeError',
            description: 'Cannot modify immutable attribute "_type"',
            attribute: '_type',
            documentId: id,
          }),
        })
      }
    } else {
      const referrers = referrersOf(id)
      if (referrers.length > 0) failures.push({ index, error: referenced(id, referrers) })
    }
  }
  return failures
}
