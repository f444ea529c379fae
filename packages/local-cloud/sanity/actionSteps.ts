import { addArrayKeys } from './arrayKeys.ts'
import { ItemError, invalid } from './errors.ts'
import { getPublishedId, isDocumentId, isDraftId, isVersionId } from './ids.ts'
import { buildDocument } from './mutations.ts'
import { strengthenReferences } from './references.ts'
import type { SanityDocument } from './types.ts'
import { isObject, type JsonObject, omit } from './values.ts'
import type { WorkingSet } from './workingSet.ts'

/** Applies one action to an uncommitted transaction. Throws an ItemError when it fails. */
export type Action = (set: WorkingSet, action: JsonObject) => void

/** A 409 for an action that the state of a document doesn't allow. */
export function conflict(description: string, id: string): ItemError {
  return new ItemError({ type: 'documentConflictError', description, id })
}

/** The `publishedId` of an action. Throws an ItemError for anything but a published document's id. */
export function readPublishedId(action: JsonObject): string {
  const { publishedId } = action
  if (isDocumentId(publishedId) && getPublishedId(publishedId) === publishedId) return publishedId
  throw invalid('"publishedId" must be the ID of a published document')
}

/** The first draft or version id among `names`, which must belong to `publishedId` if given. Throws an ItemError otherwise. */
export function readVersionId(action: JsonObject, names: string[], publishedId?: string): string {
  const id = names.map((name) => action[name]).find((value) => value !== undefined)
  if (!isDocumentId(id) || !(isDraftId(id) || isVersionId(id))) {
    throw invalid(`"${names[0]}" must be the ID of a draft or version`)
  }
  if (publishedId !== undefined && getPublishedId(id) !== publishedId) {
    throw invalid(`"${id}" is not a draft or version of "${publishedId}"`)
  }
  return id
}

/** The document of an action, with keys in its arrays. Throws an ItemError for anything else. */
export function readAttributes(action: JsonObject, name: 'attributes' | 'document'): JsonObject {
  const attributes = addArrayKeys(action[name])
  if (isObject(attributes)) return attributes
  throw invalid(`"${name}" must be a document`)
}

/** Creates or replaces a document without a check of permissions. */
export function putDocument(set: WorkingSet, id: string, attributes: JsonObject): SanityDocument {
  const document = buildDocument(set, { ...attributes, _id: id })
  return set.put(document, { createOrReplace: omit(document, ['_rev', '_updatedAt']) })
}

/** Creates or replaces a document. Throws an ItemError when the caller may not. */
export function replaceDocument(set: WorkingSet, id: string, attributes: JsonObject): SanityDocument {
  set.authorize(set.get(id) ? 'update' : 'create', id)
  return putDocument(set, id, attributes)
}

/** Creates a document. Throws an ItemError when the caller may not. */
export function createDocument(set: WorkingSet, id: string, attributes: JsonObject): void {
  set.authorize('create', id)
  const document = buildDocument(set, { ...attributes, _id: id })
  set.put(document, { create: omit(document, ['_rev', '_updatedAt']) })
}

/** Deletes a document. Throws an ItemError when it doesn't exist, or the caller may not. */
export function deleteDocument(set: WorkingSet, id: string): void {
  set.authorize('update', id)
  set.require(id)
  set.remove(id, { delete: { id } })
}

/** The published attributes of a draft or version, with the time of the first creation. */
export function buildPublishedAttributes(set: WorkingSet, version: SanityDocument): JsonObject {
  const { _createdAt } = set.get(getPublishedId(version._id)) ?? version
  const attributes = strengthenReferences(omit(version, ['_system']))
  return { ...(isObject(attributes) ? attributes : version), _createdAt }
}
