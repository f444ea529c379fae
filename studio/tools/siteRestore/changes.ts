import type { Mutation } from '@sanity/client'
import type { SanityDocument } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { toPublishedPage } from '@/studio/checks/links'
import { toList, toRecords } from '@/studio/checks/walk'
import { listChangedFields } from '../../findChanges'

/** The change to a document in a site restore. At least one of the two states exists. */
export type Change = {
  id: string
  /** The published state; undefined when the restore creates the document again. */
  current: SanityDocument | undefined
  /** The state that the restore writes; undefined when it deletes the document. */
  past: SanityDocument | undefined
}

/** Whether a change is selected by default. Changes to the offer and to legal pages are not. */
export function isSelectedByDefault({ current, past }: Omit<Change, 'id'>): boolean {
  return !['offer', 'legalPage'].includes(String((current ?? past)?._type))
}

/** Lists the documents that a restore deletes. */
export function listDeleted(changes: readonly Change[]): SanityDocument[] {
  return changes.flatMap(({ current, past }) => (current && !past ? [current] : []))
}

/**
 * Compares two states of documents. A restore never deletes a fixed document, so the absence of
 * one from `past` is not a change.
 *
 * @param current - the published documents
 * @param past - their earlier states, without documents that did not exist then
 */
export function diffDocuments(current: readonly SanityDocument[], past: readonly SanityDocument[]): Change[] {
  const ids = new Set([...current, ...past].map(({ _id }) => _id))
  const states = [...ids].toSorted().map((id) => ({
    id,
    current: current.find(({ _id }) => _id === id),
    past: past.find(({ _id }) => _id === id),
  }))
  return states.filter(({ current: published, past: earlier }) =>
    earlier ? listChangedFields(published, earlier).length > 0 : published && !isFixed(published._type),
  )
}

/**
 * Keeps the landing page paths that the restored site would lose. A moved page's path becomes one of its former paths.
 * A deleted page's path gets a temporary redirect to the home page, since an undo deletes the redirect.
 *
 * @param changes - the selected changes
 * @param published - the published documents
 */
export function keepPaths(changes: Change[], published: readonly SanityDocument[]): Change[] {
  const unselected = published.filter(({ _id }) => !changes.some(({ id }) => id === _id))
  const restored = [...unselected, ...changes.flatMap(({ past }) => past ?? [])]
  const usedPaths = restored.flatMap((page) => toPublishedPage(page).paths)
  const listLostPaths = (page: SanityDocument) =>
    toPublishedPage(page).paths.filter((path) => !usedPaths.includes(path))
  const kept = changes.map(({ id, current, past }): Change => {
    const formerPaths = past && current ? listLostPaths(current) : []
    if (!past || formerPaths.length === 0) return { id, current, past }
    return { id, current, past: { ...past, formerPaths: [...toList(past.formerPaths), ...formerPaths] } }
  })

  const id = 'redirects'
  const target = restored.find(({ _id }) => _id === id)
  const rules = toRecords(target?.rules)
  const newRules = listDeleted(changes)
    .flatMap(listLostPaths)
    .filter((path) => !rules.some(({ from }) => from === path))
    .map((from) => ({ _key: from.slice(1), _type: 'redirect', from, match: 'exact', to: '/', status: '302' }))
  if (newRules.length === 0) return kept
  const created = { _id: id, _type: id, _rev: '', _createdAt: '', _updatedAt: '' }
  const past = { ...(target ?? created), rules: [...rules, ...newRules] }
  const current = published.find(({ _id }) => _id === id)
  return [...kept.filter((change) => change.id !== id), { id, current, past }]
}

/**
 * Builds the mutations of one transaction that restores documents: https://www.sanity.io/docs/http-reference/mutation. The
 * transaction fails as a whole when one of the documents was published after `changes` was read.
 */
export function buildMutations(changes: readonly Change[]): Mutation[] {
  return changes.flatMap(({ id, current, past }): Mutation[] => {
    // Only a patch can require a revision. This patch changes nothing, because no document has `isRestored`.
    const checks = current ? [{ patch: { id, ifRevisionID: current._rev, unset: ['isRestored'] } }] : []
    if (!past) return [...checks, { delete: { id } }]
    const { _rev, _updatedAt, _createdAt, ...content } = past
    // A recreated document gets a new creation time, so that the history shows when it did not exist.
    if (!current) return [{ create: content }]
    return [...checks, { createOrReplace: { ...content, _createdAt: current._createdAt } }]
  })
}
