import {
  type ActionHandler,
  buildPublishedAttributes,
  conflictError,
  createDocument,
  createOrReplaceDocument,
  deleteDocument,
  readAttributes,
  readDraftId,
  readPublishedId,
} from './actionSteps.ts'
import type { Dataset } from './dataset.ts'
import { alreadyExistsError, badRequest, invalidItemError, notImplemented } from './errors.ts'
import { getDraftId } from './ids.ts'
import { patchDocument } from './mutations.ts'
import { addPatchKeys, checkPatch } from './patch.ts'
import { PendingTransaction, type TransactionOptions } from './pendingTransaction.ts'
import type { Identity } from './types.ts'
import { isObject, isStringArray, type JsonObject } from './values.ts'

function create(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId({ draftId: attributes._id ?? getDraftId(publishedId) }, ['draftId'], publishedId)
  if (action.ifExists !== undefined && action.ifExists !== 'fail' && action.ifExists !== 'ignore') {
    throw invalidItemError('"ifExists" must be "fail" or "ignore"')
  }
  if (transaction.get(publishedId)) {
    throw conflictError(`Cannot create a draft of "${publishedId}": it is already published`, publishedId)
  }
  if (transaction.get(id)) {
    if (action.ifExists === 'ignore') return
    throw alreadyExistsError(id)
  }
  createDocument(transaction, id, attributes)
}

function edit(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readDraftId(action, ['versionId', 'draftId'], publishedId)
  if (!isObject(action.patch)) throw invalidItemError('"patch" must be an object')
  checkPatch(action.patch)
  if (!transaction.get(id)) {
    const published = transaction.get(publishedId)
    if (published) createDocument(transaction, id, published)
  }
  patchDocument(transaction, id, addPatchKeys(action.patch))
}

function publish(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readDraftId(action, ['versionId', 'draftId'], publishedId)
  const version = transaction.requireDocument(id)
  transaction.requireRevision(version, action.ifVersionRevisionId, id)
  transaction.requireRevision(version, action.ifDraftRevisionId, id)
  transaction.requireRevision(transaction.get(publishedId), action.ifPublishedRevisionId, publishedId)
  createOrReplaceDocument(transaction, publishedId, buildPublishedAttributes(transaction, version))
  deleteDocument(transaction, id)
}

function unpublish(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readDraftId(
    { draftId: getDraftId(publishedId), ...action },
    ['versionId', 'draftId'],
    publishedId,
  )
  const published = transaction.requireDocument(publishedId)
  if (!transaction.get(id)) createDocument(transaction, id, published)
  deleteDocument(transaction, publishedId)
}

function discard(transaction: PendingTransaction, action: JsonObject): void {
  if (action.purge === true) throw notImplemented('Purging history ("purge")')
  deleteDocument(transaction, readDraftId(action, ['versionId', 'draftId']))
}

function remove(transaction: PendingTransaction, action: JsonObject): void {
  if (action.purge === true) throw notImplemented('Purging history ("purge")')
  const publishedId = readPublishedId(action)
  const includedDraftIds = action.includeDrafts ?? []
  if (!isStringArray(includedDraftIds)) throw invalidItemError('"includeDrafts" must be an array of IDs')
  for (const id of includedDraftIds) readDraftId({ includeDrafts: id }, ['includeDrafts'], publishedId)
  const draftId = getDraftId(publishedId)
  if (transaction.get(draftId) && !includedDraftIds.includes(draftId)) {
    throw conflictError(`Cannot delete "${publishedId}": its draft "${draftId}" is not included`, publishedId)
  }
  deleteDocument(transaction, publishedId)
  for (const id of includedDraftIds) if (transaction.get(id)) deleteDocument(transaction, id)
}

function replaceDraft(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const attributes = readAttributes(action, 'attributes')
  const id = readDraftId({ draftId: attributes._id ?? getDraftId(publishedId) }, ['draftId'], publishedId)
  const existing = transaction.get(id) ?? transaction.get(publishedId)
  if (!existing) transaction.requireDocument(id)
  createOrReplaceDocument(transaction, id, { _createdAt: existing?._createdAt, ...attributes })
}

/** The handlers by action type (https://www.sanity.io/docs/http-reference/actions, and the types of `@sanity/client`). */
export const ACTIONS = new Map<string, ActionHandler>(
  Object.entries({
    'sanity.action.document.create': create,
    'sanity.action.document.edit': edit,
    'sanity.action.document.publish': publish,
    'sanity.action.document.unpublish': unpublish,
    'sanity.action.document.discard': discard,
    'sanity.action.document.delete': remove,
    'sanity.action.document.replaceDraft': replaceDraft,
    'sanity.action.document.version.discard': discard,
  }),
)

function performAction(transaction: PendingTransaction, action: unknown): void {
  if (!isObject(action) || typeof action.actionType !== 'string') {
    throw invalidItemError('An action must be an object with an "actionType"')
  }
  const handler = ACTIONS.get(action.actionType)
  if (!handler) throw notImplemented(`The action "${action.actionType}"`)
  handler(transaction, action)
}

/**
 * Performs actions in order, all or none (https://www.sanity.io/docs/http-reference/actions). With `dryRun`, the actions
 * are checked and nothing is stored. Throws an ApiError: 400 malformed, 403 forbidden, 409 conflict, 501 unsupported.
 */
export function performActions(
  dataset: Dataset,
  identity: Identity,
  actions: unknown,
  options: TransactionOptions = {},
): { transactionId: string } {
  const items = Array.isArray(actions) ? actions : [actions]
  if (items.length === 0) throw badRequest('"actions" must not be empty')
  const transaction = new PendingTransaction(dataset, identity, options)
  transaction.applyAndCommit('actionError', items, (action) => performAction(transaction, action))
  return { transactionId: transaction.transactionId }
}
