import { ItemError } from './errors.ts'
import { findReferences } from './references.ts'
import type { SanityDocument } from './types.ts'
import type { WorkingSet } from './working-set.ts'

function strongTargets(document: SanityDocument): Set<string> {
  const targets = new Set<string>()
  for (const reference of findReferences(document)) if (!reference.weak) targets.add(reference.id)
  return targets
}

function dangling(set: WorkingSet, document: SanityDocument): ItemError | null {
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

/** Ids of the documents that, as the transaction stands, hold a strong reference to `id`. */
export function strongReferrers(set: WorkingSet, id: string): string[] {
  const candidates = new Set(set.dataset.referrersOf(id))
  for (const changed of set.pending().keys()) candidates.add(changed)
  return [...candidates].filter((candidate) => {
    const document = candidate === id ? null : set.get(candidate)
    return document !== null && strongTargets(document).has(id)
  })
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
export function integrityFailures(set: WorkingSet): { index: number; error: ItemError }[] {
  const failures: { index: number; error: ItemError }[] = []
  for (const [id, { before, after, index }] of set.pending()) {
    if (after) {
      const error = dangling(set, after)
      if (error) failures.push({ index, error })
      if (before && before._type !== after._type && strongReferrers(set, id).length > 0) {
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
      const referrers = strongReferrers(set, id)
      if (referrers.length > 0) failures.push({ index, error: referenced(id, referrers) })
    }
  }
  return failures
}
