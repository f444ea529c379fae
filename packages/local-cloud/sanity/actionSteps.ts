import { addArrayKeys } from './arrayKeys.ts'
import { ItemError, invalidItemError } from './errors.ts'
import { getPublishedId, isDocumentId, isDraftId } from './ids.ts'
import { buildDocument } from './mutations.ts'
import type { PendingTransaction } from './pendingTransaction.ts'
import { strengthenReferences } from './references.ts'
import type { SanityDocument } from './types.ts'
import { isObject, type JsonObject, omit } from './values.ts'

/**
 * Applies one action to an uncommitted transaction. Throws an ItemError when the action fails, and an ApiError (501)
 * for an unsupported option.
 */
export type ActionHandler = (transaction: PendingTransaction, action: JsonObject) => void

/** Creates a 409 error for an action that a document's state doesn't allow. */
export function conflictError(description: string, id: string): ItemError {
  return new ItemError({ type: 'documentConflictError', description, id })
}

/** Reads an action's `publishedId`. Throws an ItemError for anything but a published document's id. */
export function readPublishedId(action: JsonObject): string {
  const { publishedId } = action
  if (isDocumentId(publishedId) && getPublishedId(publishedId) === publishedId) return publishedId
  throw invalidItemError('"publishedId" must be the ID of a published document')
}

/**
 * Reads a draft's id from the first field in `fieldNames` that the action has. Throws an ItemError when the value isn't
 * a draft's id or, if `publishedId` is given, isn't the id of that document's draft.
 */
export function readDraftId(action: JsonObject, fieldNames: string[], publishedId?: string): string {
  const id = fieldNames.map((name) => action[name]).find((value) => value !== undefined)
  if (!isDocumentId(id) || !isDraftId(id)) {
    throw invalidItemError(`"${fieldNames[0]}" must be the ID of a draft`)
  }
  if (publishedId !== undefined && getPublishedId(id) !== publishedId) {
    throw invalidItemError(`"${id}" is not a draft of "${publishedId}"`)
  }
  return id
}

/** Reads the document in an action's field, and adds keys to its arrays. Throws an ItemError for a non-object. */
export function readAttributes(action: JsonObject, name: 'attributes' | 'document'): JsonObject {
  const attributes = addArrayKeys(action[name])
  if (isObject(attributes)) return attributes
  throw invalidItemError(`"${name}" must be a document`)
}

/** Creates or replaces a document. Throws an ItemError when the caller lacks permission. */
export function createOrReplaceDocument(
  transaction: PendingTransaction,
  id: string,
  attributes: JsonObject,
): void {
  transaction.authorize(transaction.get(id) ? 'update' : 'create', id)
  const document = buildDocument(transaction, { ...attributes, _id: id })
  transaction.put(document, { createOrReplace: omit(document, ['_rev', '_updatedAt']) })
}

/** Creates a document. Does not check that its id is unused. Throws an ItemError when the caller lacks permission. */
export function createDocument(transaction: PendingTransaction, id: string, attributes: JsonObject): void {
  transaction.authorize('create', id)
  const document = buildDocument(transaction, { ...attributes, _id: id })
  transaction.put(document, { create: omit(document, ['_rev', '_updatedAt']) })
}

/** Deletes a document. Throws an ItemError when it doesn't exist, or the caller lacks permission. */
export function deleteDocument(transaction: PendingTransaction, id: string): void {
  transaction.authorize('update', id)
  transaction.requireDocument(id)
  transaction.remove(id, { delete: { id } })
}

/** Builds the document that publishing a draft stores. Keeps the `_createdAt` of an earlier published document. */
export function buildPublishedAttributes(
  transaction: PendingTransaction,
  version: SanityDocument,
): JsonObject {
  const { _createdAt } = transaction.get(getPublishedId(version._id)) ?? version
  const attributes = strengthenReferences(version)
  return { ...(isObject(attributes) ? attributes : version), _createdAt }
}
