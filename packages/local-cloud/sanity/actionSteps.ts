import { withArrayKeys } from './arrayKeys.ts'
import { ItemError } from './errors.ts'
import { isDocumentId, isDraftId, isVersionId, publishedIdOf } from './ids.ts'
import { newDocument } from './mutations.ts'
import { strengthened } from './references.ts'
import type { SanityDocument } from './types.ts'
import { isObject, type JsonObject, omit } from './values.ts'
import type { WorkingSet } from './workingSet.ts'

/** What one kind of action does to a transaction in the making. Throws an ItemError on what it refuses. */
export type Action = (set: WorkingSet, action: JsonObject) => void

/** The error for an action that can't be read: 400. */
export function invalid(description: string): ItemError {
  return new ItemError({ type: 'validationError', description }, 400)
}

/** The error for an action that the state of a document doesn't allow: 409. */
export function conflict(description: string, id: string): ItemError {
  return new ItemError({ type: 'documentConflictError', description, id })
}

/** The error for a document that is there already: 409. */
export function alreadyExists(id: string): ItemError {
  return new ItemError({
    type: 'documentAlreadyExistsError',
    description: `Document by ID "${id}" already exists`,
    id,
  })
}

/** The `publishedId` of an action. Throws an ItemError on anything but a published document's id. */
export function publishedIdIn(action: JsonObject): string {
  const { publishedId } = action
  if (isDocumentId(publishedId) && publishedIdOf(publishedId) === publishedId) return publishedId
  throw invalid('"publishedId" must be the ID of a published document')
}

/**
 * A draft's or version's id from one of the names that it goes by; it must belong to `publishedId` when given. Throws an
 * ItemError on anything else.
 */
export function versionIdIn(action: JsonObject, names: string[], publishedId?: string): string {
  const id = names.map((name) => action[name]).find((value) => value !== undefined)
  if (!isDocumentId(id) || !(isDraftId(id) || isVersionId(id))) {
    throw invalid(`"${names[0]}" must be the ID of a draft or version`)
  }
  if (publishedId !== undefined && publishedIdOf(id) !== publishedId) {
    throw invalid(`"${id}" is not a draft or version of "${publishedId}"`)
  }
  return id
}

/** A document in an action, with keys in its arrays. Throws an ItemError on anything else. */
export function attributesIn(action: JsonObject, name: 'attributes' | 'document'): JsonObject {
  const attributes = withArrayKeys(action[name])
  if (isObject(attributes)) return attributes
  throw invalid(`"${name}" must be a document`)
}

/** Puts a whole document under `id`, whatever was there. */
export function putWhole(set: WorkingSet, id: string, attributes: JsonObject): SanityDocument {
  const document = newDocument(set, { ...attributes, _id: id })
  return set.put(document, { createOrReplace: omit(document, ['_rev', '_updatedAt']) })
}

/** The same for a caller who may be refused: throws an ItemError then. */
export function replace(set: WorkingSet, id: string, attributes: JsonObject): SanityDocument {
  set.authorize(set.get(id) ? 'update' : 'create', id)
  return putWhole(set, id, attributes)
}

/** Creates a document where there is none. Throws an ItemError when the caller may not. */
export function createAt(set: WorkingSet, id: string, attributes: JsonObject): void {
  set.authorize('create', id)
  const document = newDocument(set, { ...attributes, _id: id })
  set.put(document, { create: omit(document, ['_rev', '_updatedAt']) })
}

/** Removes a document. Throws an ItemError when there is none, or the caller may not. */
export function removeExisting(set: WorkingSet, id: string): void {
  set.authorize('update', id)
  set.require(id)
  set.remove(id, { delete: { id } })
}

/** What of a draft or version is published, under an id that keeps when it was first created. */
export function publishedFrom(set: WorkingSet, version: SanityDocument): JsonObject {
  const { _createdAt } = set.get(publishedIdOf(version._id)) ?? version
  const attributes = strengthened(omit(version, ['_system']))
  return { ...(isObject(attributes) ? attributes : version), _createdAt }
}
