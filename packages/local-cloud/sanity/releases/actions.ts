import {
  type Action,
  buildPublishedAttributes,
  conflict,
  createDocument,
  putDocument,
  readPublishedId,
  readVersionId,
} from '../actionSteps.ts'
import { alreadyExists, forbidden, invalid } from '../errors.ts'
import { mayAccess } from '../grants.ts'
import { getPublishedId, isVersionId } from '../ids.ts'
import { buildDocument, patchDocument } from '../mutations.ts'
import { applyPatch, checkPatch } from '../patch.ts'
import {
  findVersions,
  getReleaseId,
  getReleaseState,
  isReleaseName,
  parseReleaseName,
  RELEASE_TYPE,
  type ReleaseState,
  willUnpublish,
} from '../release.ts'
import type { SanityDocument } from '../types.ts'
import { deepEqual, isObject, type JsonObject, omit } from '../values.ts'
import type { WorkingSet } from '../workingSet.ts'

const RELEASE_TYPES = ['asap', 'scheduled', 'undecided']

function readName({ releaseId }: JsonObject): string {
  if (isReleaseName(releaseId)) return releaseId
  throw invalid('"releaseId" must be the name of a release: letters, digits, "_" and "-"')
}

/** Throws an ItemError unless the caller may write the document. Release actions ignore the locks of releases. */
function authorize(set: WorkingSet, permission: 'create' | 'update', id: string): void {
  if (!mayAccess(set.identity, permission, id)) throw forbidden(permission)
}

/** The release of an action. Throws an ItemError when it is in another state than `states`. */
function requireRelease(
  set: WorkingSet,
  action: JsonObject,
  states: readonly ReleaseState[],
): SanityDocument {
  const id = getReleaseId(readName(action))
  authorize(set, 'update', id)
  const release = set.require(id)
  const state = getReleaseState(release)
  if (state !== undefined && states.includes(state)) return release
  throw conflict(`The release "${id}" is ${state}, which must be ${states.join(' or ')} for this action`, id)
}

/** Validates a release's metadata. Throws an ItemError. */
function parseMetadata(value: unknown): JsonObject {
  const metadata = value ?? {}
  if (!isObject(metadata)) throw invalid('"metadata" must be an object')
  const { releaseType = 'undecided', cardinality, intendedPublishAt } = metadata
  if (typeof releaseType !== 'string' || !RELEASE_TYPES.includes(releaseType)) {
    throw invalid(`"releaseType" must be one of: ${RELEASE_TYPES.join(', ')}`)
  }
  if (cardinality !== undefined && cardinality !== 'one' && cardinality !== 'many') {
    throw invalid('"cardinality" must be "one" or "many"')
  }
  if (intendedPublishAt !== undefined && intendedPublishAt !== null) parseTime(intendedPublishAt)
  return { ...metadata, releaseType }
}

/** A time in ISO 8601, UTC. Throws an ItemError for an invalid one. */
function parseTime(value: unknown): string {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw invalid('A time must be in ISO 8601, such as 2027-01-31T17:00:00.000Z')
  return new Date(time).toISOString()
}

function put(set: WorkingSet, release: SanityDocument, changes: JsonObject, removed: string[] = []): void {
  putDocument(set, release._id, { ...omit(release, removed), ...changes })
}

function create(set: WorkingSet, action: JsonObject): void {
  const name = readName(action)
  const id = getReleaseId(name)
  authorize(set, 'create', id)
  if (set.get(id)) throw alreadyExists(id)
  const metadata = parseMetadata(action.metadata)
  const release = buildDocument(set, {
    _id: id,
    _type: RELEASE_TYPE,
    name,
    state: 'active',
    userId: set.identity?.id ?? '',
    metadata,
  })
  set.put(release, { create: omit(release, ['_rev', '_updatedAt']) })
}

function edit(set: WorkingSet, action: JsonObject): void {
  const release = requireRelease(set, action, ['active', 'scheduled', 'published', 'archived'])
  if (!isObject(action.patch)) throw invalid('"patch" must be an object')
  checkPatch(action.patch)
  const edited = applyPatch(release, omit(action.patch, ['id', 'query', 'params']))
  if (!deepEqual(omit(edited, ['metadata']), omit(release, ['metadata']))) {
    throw invalid('Only the metadata of a release can be edited')
  }
  const { metadata } = edited
  set.put({ ...release, metadata: parseMetadata(metadata) }, { patch: { id: release._id, ...action.patch } })
}

/** Deletes the versions of a release. Returns the record of them for the release's document. */
function removeVersions(set: WorkingSet, versions: SanityDocument[]): { finalDocumentStates: JsonObject[] } {
  for (const { _id } of versions) set.remove(_id, { delete: { id: _id } })
  return { finalDocumentStates: versions.map(({ _id }) => ({ _key: getPublishedId(_id), id: _id })) }
}

/**
 * Publishes the documents of a release, and unpublishes those marked for it; drafts stay. Throws an ItemError when the
 * caller may not.
 */
export function publishRelease(set: WorkingSet, release: SanityDocument): void {
  const versions = findVersions(set, parseReleaseName(release._id) ?? '')
  for (const version of versions) {
    const id = getPublishedId(version._id)
    const published = set.get(id)
    authorize(set, published ? 'update' : 'create', id)
    if (!willUnpublish(version)) putDocument(set, id, buildPublishedAttributes(set, version))
    else if (published) set.remove(id, { delete: { id } })
  }
  const final = removeVersions(set, versions)
  put(set, release, { ...final, state: 'published', publishedAt: set.timestamp }, ['publishAt', 'error'])
}

function publish(set: WorkingSet, action: JsonObject): void {
  publishRelease(set, requireRelease(set, action, ['active']))
}

function archive(set: WorkingSet, action: JsonObject): void {
  const release = requireRelease(set, action, ['active'])
  const final = removeVersions(set, findVersions(set, readName(action)))
  put(set, release, { ...final, state: 'archived' }, ['error'])
}

function unarchive(set: WorkingSet, action: JsonObject): void {
  const release = requireRelease(set, action, ['archived'])
  const states = Array.isArray(release.finalDocumentStates) ? release.finalDocumentStates : []
  put(set, release, { state: 'active' }, ['finalDocumentStates'])
  for (const state of states) {
    const id = isObject(state) && typeof state.id === 'string' ? state.id : ''
    const version = set.dataset.storage.readLastDocument(id)
    if (version) createDocument(set, id, version)
  }
}

function schedule(set: WorkingSet, action: JsonObject): void {
  const release = requireRelease(set, action, ['active', 'scheduled'])
  const publishAt = parseTime(action.publishAt)
  put(set, release, { state: 'scheduled', publishAt, userId: set.identity?.id ?? '' }, ['error'])
}

function unschedule(set: WorkingSet, action: JsonObject): void {
  const release = requireRelease(set, action, ['scheduled'])
  put(set, release, { state: 'active' }, ['publishAt'])
}

function remove(set: WorkingSet, action: JsonObject): void {
  const { _id } = requireRelease(set, action, ['published', 'archived'])
  set.remove(_id, { delete: { id: _id } })
}

function unpublishVersion(set: WorkingSet, action: JsonObject): void {
  const publishedId = readPublishedId(action)
  const id = readVersionId(action, ['versionId'], publishedId)
  if (!isVersionId(id)) throw invalid('"versionId" must be the ID of a version in a release')
  const published = set.require(publishedId)
  if (set.get(id)) patchDocument(set, id, { set: { '_system.delete': true } })
  else createDocument(set, id, { ...published, _system: { delete: true } })
}

/**
 * Actions of releases, by type (https://www.sanity.io/docs/http-reference/actions; `@sanity/client`'s types describe each
 * one).
 */
export const RELEASE_ACTIONS: Record<string, Action> = {
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
