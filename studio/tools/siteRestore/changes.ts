import type { Mutation } from '@sanity/client'
import type { SanityDocument } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { toPublishedPage } from '@/studio/checks/links'
import { toList } from '@/studio/checks/walk'
import { listChangedFields } from '../../findChanges'

/** The change of a document in a site restore. At least one of the two states exists. */
export type Change = {
  id: string
  type: string
  /** Whether the restore changes, recreates or deletes the document. */
  kind: 'changed' | 'recreated' | 'deleted'
  current: SanityDocument | undefined
  past: SanityDocument | undefined
  /** The fields that differ. */
  fields: string[]
}

/** Whether a change is selected before the editor changes the selection. The offer and legal pages are not. */
export function isSelectedByDefault({ type }: Pick<Change, 'type'>): boolean {
  return !['offer', 'legalPage'].includes(type)
}

/** Lists the documents that a restore deletes. */
export function listDeleted(changes: readonly Change[]): SanityDocument[] {
  return changes.flatMap(({ kind, current }) => (kind === 'deleted' && current ? [current] : []))
}

/**
 * Compares two states of documents. A document that the site needs is never deleted, so it has no change to a state
 * without it.
 *
 * @param current - the published documents
 * @param past - their earlier states, without documents that did not exist
 * @param ids - of the compared documents
 */
export function diffDocuments(
  current: readonly SanityDocument[],
  past: readonly SanityDocument[],
  ids: readonly string[] = [...current, ...past].map(({ _id }) => _id),
): Change[] {
  return [...new Set(ids)].toSorted().flatMap((id): Change[] => {
    const [published, restored] = [current, past].map((documents) => documents.find(({ _id }) => _id === id))
    const type = (published ?? restored)?._type
    const fields = listChangedFields(published, restored)
    if (!type || fields.length === 0 || (!restored && isFixed(type))) return []
    const kind = !restored ? 'deleted' : published ? 'changed' : 'recreated'
    return [{ id, type, kind, current: published, past: restored, fields }]
  })
}

/**
 * Returns the document that a restore writes: its earlier state, or undefined when it did not exist. A landing page
 * that has moved since gets its later paths as former paths, so that they redirect.
 */
export function buildRestored({
  past,
  current,
}: Pick<Change, 'past' | 'current'>): SanityDocument | undefined {
  if (past?._type !== 'landingPage' || !current) return past
  const pastPaths = toPublishedPage(past).paths
  const lostPaths = toPublishedPage(current).paths.filter((path) => !pastPaths.includes(path))
  return lostPaths.length === 0 ? past : { ...past, formerPaths: [...toList(past.formerPaths), ...lostPaths] }
}

/**
 * Builds the mutations of one transaction that restores documents: https://www.sanity.io/docs/http-reference/mutation. The
 * transaction fails as a whole when one of the documents was published after `changes` was read.
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  return changes.flatMap((change): Mutation[] => {
    const { id, current } = change
    // Only a patch can require a revision. This patch changes nothing, because no document has the field.
    const revisionChecks = current
      ? [{ patch: { id, ifRevisionID: current._rev, unset: ['isRestored'] } }]
      : []
    const restored = buildRestored(change)
    if (!restored) return [...revisionChecks, { delete: { id } }]
    const { _rev, _updatedAt, _createdAt, ...content } = restored
    // A recreated document gets a new creation time, so that the history shows when it did not exist.
    return current
      ? [...revisionChecks, { createOrReplace: { ...content, _createdAt: current._createdAt } }]
      : [{ create: content }]
  })
}
