import {
  type Action,
  buildPublishedAttributes,
  conflict,
  createDocument,
  deleteDocument,
  readAttributes,
  readPublishedId,
  readVersionId,
  replaceDocument,
} from './actionSteps.ts'
import type { Dataset } from './dataset.ts'
import { alreadyExists, badRequest, invalid, notImplemented } from './errors.ts'
import { getDraftId } from './ids.ts'
import { patchDocument } from './mutations.ts'
import { addPatchKeys, checkPatch } from './patch.ts'
import { isApiVersionSince } from './perspectives.ts'
import { RELEASE_ACTIONS } from './releases/actions.ts'
import type { Identity } from './types.ts'
import { isObject, isStringArray, type JsonObject } from './values.ts'
import { type TransactionOptions, WorkingSet } from './workingSet.ts'

function create(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readVersionId({ draftId: attributes._id ?? getDraftId(publishedId) }, ['draftId'], publishedId)
  if (action.ifExists !== undefined && action.ifExists !== 'fail' && action.ifExists !== 'ignore') {
    throw invalid('"ifExists" must be "fail" or "ignore"')
  }
  if (set.get(publishedId)) {
    throw conflict(`Cannot create a draft of "${publishedId}": it is already published`, publishedId)
  }
  if (set.get(id)) {
    if (action.ifExists === 'ignore') return
    throw alreadyExists(id)
  }
  createDocument(set, id, attributes)
}

function edit(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readVersionId(action, ['versionId', 'draftId'], publishedId)
  if (!isObject(action.patch)) throw invalid('"patch" must be an object')
  checkPatch(action.patch)
  if (!set.get(id)) {
    const published = set.get(publishedId)
    if (published) createDocument(set, id, published)
  }
  patchDocument(set, id, addPatchKeys(action.patch))
}

function publish(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readVersionId(action, ['versionId', 'draftId'], publishedId)
  const draft = set.require(id)
  set.requireRevision(draft, action.ifVersionRevisionId, id)
  set.requireRevision(draft, action.ifDraftRevisionId, id)
  set.requireRevision(set.get(publishedId), action.ifPublishedRevisionId, publishedId)
  replaceDocument(set, publishedId, buildPublishedAttributes(set, draft))
  deleteDocument(set, id)
}

function unpublish(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readVersionId(
    { draftId: getDraftId(publishedId), ...action },
    ['versionId', 'draftId'],
    publishedId,
  )
  const published = set.require(publishedId)
  if (!set.get(id)) createDocument(set, id, published)
  deleteDocument(set, publishedId)
}

function discard(set: WorkingSet, action: JsonObject): void {
  if (action.purge === true) throw notImplemented('Purging history ("purge")')
  deleteDocument(set, readVersionId(action, ['versionId', 'draftId']))
}

function remove(set: WorkingSet, action: JsonObject): void {
  if (action.purge === true) throw notImplemented('Purging history ("purge")')
  const publishedId = readPublishedId(action)
  const included = action.includeDrafts ?? []
  if (!isStringArray(included)) throw invalid('"includeDrafts" must be an array of IDs')
  for (const id of included) readVersionId({ includeDrafts: id }, ['includeDrafts'], publishedId)
  const draftId = getDraftId(publishedId)
  if (set.get(draftId) && !included.includes(draftId)) {
    throw conflict(`Cannot delete "${publishedId}": its draft "${draftId}" is not included`, publishedId)
  }
  deleteDocument(set, publishedId)
  for (const id of included) if (set.get(id)) deleteDocument(set, id)
}

function replaceDraft(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readVersionId({ draftId: attributes._id ?? getDraftId(publishedId) }, ['draftId'], publishedId)
  const existing = set.get(id) ?? set.get(publishedId)
  if (!existing) set.require(id)
  replaceDocument(set, id, { _createdAt: existing?._createdAt, ...attributes })
}

function createVersion(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const { baseId } = action
  const fromBase = typeof baseId === 'string' ? set.require(baseId) : null
  if (fromBase) set.requireRevision(fromBase, action.ifBaseRevisionId, fromBase._id)
  const attributes = fromBase ?? readAttributes(action, 'document')
  const given = action.versionId ?? (fromBase ? undefined : attributes._id)
  const id = readVersionId({ versionId: given }, ['versionId'], publishedId)
  if (set.get(id)) throw alreadyExists(id)
  createDocument(set, id, attributes)
}

function replaceVersion(set: WorkingSet, action: JsonObject): void {
  const attributes = readAttributes(action, 'document')
  const id = readVersionId({ versionId: action.versionId ?? attributes._id }, ['versionId'])
  const existing = set.require(id)
  replaceDocument(set, id, { _createdAt: existing._createdAt, ...attributes })
}

/** By type (https://www.sanity.io/docs/http-reference/actions; `@sanity/client`'s types describe each one). */
export const ACTIONS = new Map<string, Action>(
  Object.entries({
    'sanity.action.document.create': create,
    'sanity.action.document.edit': edit,
    'sanity.action.document.publish': publish,
    'sanity.action.document.unpublish': unpublish,
    'sanity.action.document.discard': discard,
    'sanity.action.document.delete': remove,
    'sanity.action.document.replaceDraft': replaceDraft,
    'sanity.action.document.version.create': createVersion,
    'sanity.action.document.version.discard': discard,
    'sanity.action.document.version.replace': replaceVersion,
    ...RELEASE_ACTIONS,
  }),
)

/** The first API version with releases (https://www.sanity.io/docs/content-lake/perspectives). */
const releasesSince = '2025-02-19'

function perform(set: WorkingSet, action: unknown, withReleases: boolean): void {
  if (!isObject(action) || typeof action.actionType !== 'string') {
    throw invalid('An action must be an object with an "actionType"')
  }
  const implementation = ACTIONS.get(action.actionType)
  if (!implementation) throw notImplemented(`The action "${action.actionType}"`)
  if (!withReleases && Object.hasOwn(RELEASE_ACTIONS, action.actionType)) {
    throw invalid(`The action "${action.actionType}" needs the API version ${releasesSince} or newer`)
  }
  implementation(set, action)
}

/** Settings of a request for actions; `apiVersion` as in the path, `v2025-02-19`, the newest when omitted. */
export type ActionOptions = TransactionOptions & { apiVersion?: string }

/**
 * Performs actions in order, all or none (https://www.sanity.io/docs/http-reference/actions). With `dryRun` everything is
 * checked and nothing stored. Throws an ApiError: 400 malformed, 403 not permitted, 409 conflicts, 501 not supported.
 */
export function performActions(
  dataset: Dataset,
  identity: Identity,
  actions: unknown,
  options: ActionOptions = {},
): { transactionId: string } {
  const list = Array.isArray(actions) ? actions : [actions]
  if (list.length === 0) throw badRequest('"actions" must not be empty')
  const withReleases = isApiVersionSince(options.apiVersion ?? 'vX', releasesSince)
  const set = new WorkingSet(dataset, identity, options)
  set.applyAll('actionError', list, (action) => perform(set, action, withReleases))
  return { transactionId: set.transactionId }
}
