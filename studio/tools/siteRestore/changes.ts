import type { Mutation } from '@sanity/client'
import type { SanityDocument } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { toPublishedPage } from '@/studio/checks/links'
import { toList, toRecords } from '@/studio/checks/walk'
import { listChangedFields } from '../../findChanges'

/** The change to a document in a site restore. At least one of the two states exists. */
export type Change = {
  id: string
  type: string
  /** The published state; undefined when the restore creates the document again. */
  current: SanityDocument | undefined
  /** The state that the restore writes; undefined when it deletes the document. */
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
  return changes.flatMap(({ current, past }) => (current && !past ? [current] : []))
}

/**
 * Compares two states of documents. A document that the site needs is never deleted, so it has no change to a state
 * without it.
 *
 * @param current - the published documents
 * @param past - their earlier states, without documents that did not exist
 */
export function diffDocuments(current: readonly SanityDocument[], past: readonly SanityDocument[]): Change[] {
  const ids = new Set([...current, ...past].map(({ _id }) => _id))
  return [...ids].toSorted().flatMap((id): Change[] => {
    const published = current.find(({ _id }) => _id === id)
    const earlier = past.find(({ _id }) => _id === id)
    const restored = earlier && keepPaths(earlier, published)
    const type = (published ?? earlier)?._type
    const fields = listChangedFields(published, restored)
    if (!type || fields.length === 0 || (!restored && isFixed(type))) return []
    return [{ id, type, current: published, past: restored, fields }]
  })
}

/** Makes the later paths of a landing page former ones of its earlier state, so that they redirect. */
function keepPaths(past: SanityDocument, current: SanityDocument | undefined): SanityDocument {
  const pastPaths = toPublishedPage(past).paths
  const laterPaths = current ? toPublishedPage(current).paths.filter((path) => !pastPaths.includes(path)) : []
  return laterPaths.length === 0
    ? past
    : { ...past, formerPaths: [...toList(past.formerPaths), ...laterPaths] }
}

/**
 * Adds redirects to the home page from the paths of deleted pages. They are temporary, since an undo deletes them.
 *
 * @param changes - the selected ones
 * @param published - the published documents
 */
export function addRedirects(
  changes: readonly Change[],
  published: readonly SanityDocument[],
): readonly Change[] {
  const id = 'redirects'
  const current = published.find(({ _id }) => _id === id)
  const target = changes.find((change) => change.id === id)?.past ??
    current ?? { _id: id, _type: id, _rev: '', _createdAt: '', _updatedAt: '' }
  const rules = toRecords(target.rules)
  const listPaths = (documents: readonly SanityDocument[]) =>
    documents.flatMap((page) => toPublishedPage(page).paths)
  const unchanged = published.filter(({ _id }) => !changes.some((change) => change.id === _id))
  const usedPaths = listPaths([...unchanged, ...changes.flatMap(({ past }) => past ?? [])])
  const newRules = listPaths(listDeleted(changes))
    .filter((path) => !usedPaths.includes(path) && !rules.some(({ from }) => from === path))
    .map((from) => ({
      _key: from.slice(1),
      _type: 'redirect',
      from,
      match: 'exact',
      to: '/',
      status: '302',
    }))
  if (newRules.length === 0) return changes
  const past = { ...target, rules: [...rules, ...newRules] }
  return [...changes.filter((change) => change.id !== id), { id, type: id, current, past, fields: ['rules'] }]
}

/**
 * Builds the mutations of one transaction that restores documents: https://www.sanity.io/docs/http-reference/mutation. The
 * transaction fails as a whole when one of the documents was published after `changes` was read.
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  return changes.flatMap(({ id, current, past }): Mutation[] => {
    // Only a patch can require a revision. This patch changes nothing, because no document has the field.
    const revisionChecks = current
      ? [{ patch: { id, ifRevisionID: current._rev, unset: ['isRestored'] } }]
      : []
    if (!past) return [...revisionChecks, { delete: { id } }]
    const { _rev, _updatedAt, _createdAt, ...content } = past
    // A recreated document gets a new creation time, so that the history shows when it did not exist.
    return current
      ? [...revisionChecks, { createOrReplace: { ...content, _createdAt: current._createdAt } }]
      : [{ create: content }]
  })
}
