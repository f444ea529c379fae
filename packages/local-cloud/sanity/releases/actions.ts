import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  type ActionHandler,
  buildPublishedAttributes,
  conflictError,
  createDocument,
  putDocument,
  readPublishedId,
  readVersionId,
} from '../actionSteps.ts'
import { alreadyExistsError, forbiddenItemError, invalidItemError } from '../errors.ts'
import { canAccess } from '../grants.ts'
import { getPublishedId, isVersionId } from '../ids.ts'
import { buildDocument, patchDocument } from '../mutations.ts'
import { applyPatch, checkPatch } from '../patch.ts'
import type { PendingTransaction } from '../pendingTransaction.ts'
import {
  findVersions,
  getReleaseId,
  getReleaseState,
  isReleaseName,
  parseReleaseId,
  RELEASE_TYPE,
  type ReleaseState,
  willUnpublish,
} from '../release.ts'
import type { SanityDocument } from '../types.ts'
import { isObject, type JsonObject, omit } from '../values.ts'

const timeSchema = z.iso.datetime({ offset: true })
const metadataSchema = z.looseObject({
  releaseType: z.enum(['asap', 'scheduled', 'undecided']).default('undecided'),
  cardinality: z.enum(['one', 'many']).optional(),
  intendedPublishAt: timeSchema.nullish(),
})

function readName({ releaseId }: JsonObject): string {
  if (isReleaseName(releaseId)) return releaseId
  throw invalidItemError('"releaseId" must be the name of a release: letters, digits, "_" and "-"')
}

/** Throws an ItemError unless the caller may write the document. The locks of releases do not apply to release actions. */
function requirePermission(
  transaction: PendingTransaction,
  permission: 'create' | 'update',
  id: string,
): void {
  if (!canAccess(transaction.identity, permission, id)) throw forbiddenItemError(permission)
}

/**
 * The release of an action. Throws an ItemError when the release doesn't exist, its state is not one of `states`, or the
 * caller may not change it.
 */
function requireRelease(
  transaction: PendingTransaction,
  action: JsonObject,
  states: readonly ReleaseState[],
): SanityDocument {
  const id = getReleaseId(readName(action))
  requirePermission(transaction, 'update', id)
  const release = transaction.requireDocument(id)
  const state = getReleaseState(release)
  if (state !== undefined && states.includes(state)) return release
  throw conflictError(
    `The release "${id}" is ${state}. This action requires the state ${states.join(' or ')}`,
    id,
  )
}

/** Parses a release's metadata. Throws an ItemError for an invalid value. */
function parseMetadata(value: unknown): JsonObject {
  const { data, error } = metadataSchema.safeParse(value ?? {})
  if (data) return data
  throw invalidItemError(`Invalid "metadata": ${z.prettifyError(error)}`)
}

/** Parses a time, and returns it in ISO 8601, UTC. Throws an ItemError for an invalid one. */
function parseTime(value: unknown): string {
  const { data } = timeSchema.safeParse(value)
  if (data) return new Date(data).toISOString()
  throw invalidItemError('A time must be in ISO 8601, such as 2027-01-31T17:00:00.000Z')
}

function putRelease(
  transaction: PendingTransaction,
  release: SanityDocument,
  changes: JsonObject,
  removedFields: string[] = [],
): void {
  putDocument(transaction, release._id, { ...omit(release, removedFields), ...changes })
}

function create(transaction: PendingTransaction, action: JsonObject): void {
  const name = readName(action)
  const id = getReleaseId(name)
  requirePermission(transaction, 'create', id)
  if (transaction.get(id)) throw alreadyExistsError(id)
  const release = buildDocument(transaction, {
    _id: id,
    _type: RELEASE_TYPE,
    name,
    state: 'active',
    userId: transaction.identity?.id ?? '',
    metadata: parseMetadata(action.metadata),
  })
  transaction.put(release, { create: omit(release, ['_rev', '_updatedAt']) })
}

function edit(transaction: PendingTransaction, action: JsonObject): void {
  const release = requireRelease(transaction, action, ['active', 'scheduled', 'published', 'archived'])
  if (!isObject(action.patch)) throw invalidItemError('"patch" must be an object')
  checkPatch(action.patch)
  const edited = applyPatch(release, omit(action.patch, ['id', 'query', 'params']))
  if (!isDeepStrictEqual(omit(edited, ['metadata']), omit(release, ['metadata']))) {
    throw invalidItemError('Only the metadata of a release can be edited')
  }
  const metadata = parseMetadata(edited.metadata)
  transaction.put({ ...release, metadata }, { patch: { id: release._id, ...action.patch } })
}

/** Deletes the versions of a release. Returns the field of the release's document that records them. */
function removeVersions(
  transaction: PendingTransaction,
  versions: SanityDocument[],
): { finalDocumentStates: JsonObject[] } {
  for (const { _id } of versions) transaction.remove(_id, { delete: { id: _id } })
  return { finalDocumentStates: versions.map(({ _id }) => ({ _key: getPublishedId(_id), id: _id })) }
}

/**
 * Publishes the versions of a release, or unpublishes their documents where marked (`willUnpublish`), and deletes the
 * versions. Drafts stay. Throws an ItemError when the caller may not write a published document.
 */
export function publishRelease(transaction: PendingTransaction, release: SanityDocument): void {
  const versions = findVersions(transaction, parseReleaseId(release._id) ?? '')
  for (const version of versions) {
    const id = getPublishedId(version._id)
    const published = transaction.get(id)
    requirePermission(transaction, published ? 'update' : 'create', id)
    if (!willUnpublish(version)) putDocument(transaction, id, buildPublishedAttributes(transaction, version))
    else if (published) transaction.remove(id, { delete: { id } })
  }
  const finalStates = removeVersions(transaction, versions)
  const changes = { ...finalStates, state: 'published', publishedAt: transaction.timestamp }
  putRelease(transaction, release, changes, ['publishAt', 'error'])
}

function publish(transaction: PendingTransaction, action: JsonObject): void {
  publishRelease(transaction, requireRelease(transaction, action, ['active']))
}

function archive(transaction: PendingTransaction, action: JsonObject): void {
  const release = requireRelease(transaction, action, ['active'])
  const finalStates = removeVersions(transaction, findVersions(transaction, readName(action)))
  putRelease(transaction, release, { ...finalStates, state: 'archived' }, ['error'])
}

function unarchive(transaction: PendingTransaction, action: JsonObject): void {
  const release = requireRelease(transaction, action, ['archived'])
  const states = Array.isArray(release.finalDocumentStates) ? release.finalDocumentStates : []
  putRelease(transaction, release, { state: 'active' }, ['finalDocumentStates'])
  for (const state of states) {
    const id = isObject(state) && typeof state.id === 'string' ? state.id : ''
    const version = transaction.dataset.storage.readLastDocument(id)
    if (version) createDocument(transaction, id, version)
  }
}

function schedule(transaction: PendingTransaction, action: JsonObject): void {
  const release = requireRelease(transaction, action, ['active', 'scheduled'])
  const publishAt = parseTime(action.publishAt)
  const userId = transaction.identity?.id ?? ''
  putRelease(transaction, release, { state: 'scheduled', publishAt, userId }, ['error'])
}

function unschedule(transaction: PendingTransaction, action: JsonObject): void {
  const release = requireRelease(transaction, action, ['scheduled'])
  putRelease(transaction, release, { state: 'active' }, ['publishAt'])
}

function remove(transaction: PendingTransaction, action: JsonObject): void {
  const { _id } = requireRelease(transaction, action, ['published', 'archived'])
  transaction.remove(_id, { delete: { id: _id } })
}

function unpublishVersion(transaction: PendingTransaction, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readVersionId(action, ['versionId'], publishedId)
  if (!isVersionId(id)) throw invalidItemError('"versionId" must be the ID of a version in a release')
  const published = transaction.requireDocument(publishedId)
  if (transaction.get(id)) patchDocument(transaction, id, { set: { '_system.delete': true } })
  else createDocument(transaction, id, { ...published, _system: { delete: true } })
}

/**
 * The handlers of release actions, and of marking a document to be unpublished by a release, by action type
 * (https://www.sanity.io/docs/http-reference/actions, and the types of `@sanity/client`).
 */
export const RELEASE_ACTIONS: Record<string, ActionHandler> = {
  'sanity.action.release.create': create,
  'sanity.action.release.edit': edit,
  'sanity.action.release.publish': publish,
  'sanity.action.release.archive': archive,
  'sanity.action.release.unarchive': unarchive,
  'sanity.action.release.schedule': schedule,
  'sanity.action.release.unschedule': unschedule,
  'sanity.action.release.delete': remove,
  'sanity.action.document.version.unpublish': unpublishVersion,
}
