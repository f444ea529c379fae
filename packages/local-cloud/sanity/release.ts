import { ItemError } from './errors.ts'
import { getReleaseName, isVersionId } from './ids.ts'
import type { SanityDocument } from './types.ts'
import { isObject } from './values.ts'

/** The type of a release's own document (https://www.sanity.io/docs/content-lake/content-release-document-flow). */
export const RELEASE_TYPE = 'system.release'

const RELEASE_ID_PREFIX = '_.releases.'
const RELEASE_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const RESERVED_NAMES = ['raw', 'published', 'drafts', 'previewDrafts']

// The hosted service has transitional states while it moves many documents. Here every transition is one transaction.
const STATES = ['active', 'scheduled', 'published', 'archived'] as const
export type ReleaseState = (typeof STATES)[number]

/** Whether a release may have this name, which must not be that of a perspective. */
export function isReleaseName(name: unknown): name is string {
  return typeof name === 'string' && RELEASE_NAME.test(name) && !RESERVED_NAMES.includes(name)
}

/** The id of a release's document. */
export function getReleaseId(name: string): string {
  return `${RELEASE_ID_PREFIX}${name}`
}

/** The name of the release with this document id; undefined for any other document. */
export function parseReleaseId(id: string): string | undefined {
  return id.startsWith(RELEASE_ID_PREFIX) ? id.slice(RELEASE_ID_PREFIX.length) : undefined
}

/** The state of a release; undefined for any other document. */
export function getReleaseState(release: SanityDocument | null | undefined): ReleaseState | undefined {
  return STATES.find((state) => release?._type === RELEASE_TYPE && state === release.state)
}

/** Whether a version unpublishes its document when the release is published. */
export function willUnpublish(version: SanityDocument): boolean {
  return isVersionId(version._id) && isObject(version._system) && version._system.delete === true
}

/** Documents, and the ids of the versions in a release. */
type ReleaseDocuments = {
  get(id: string): SanityDocument | null | undefined
  findVersionIds(releaseName: string): Iterable<string>
}

/** The versions in a release, sorted by id. */
export function findVersions(documents: ReleaseDocuments, name: string): SanityDocument[] {
  const versions = [...documents.findVersionIds(name)].map((id) => documents.get(id))
  return versions
    .filter((version) => version !== null && version !== undefined)
    .sort((a, b) => (a._id < b._id ? -1 : 1))
}

/**
 * Throws an ItemError for a document that can't be written: a version in a release that is scheduled, published or
 * archived, or a release itself, which only release actions change
 * (https://www.sanity.io/docs/content-lake/content-release-document-flow).
 */
export function rejectLockedDocument(documents: ReleaseDocuments, id: string): void {
  if (parseReleaseId(id) !== undefined) {
    const description = `The release "${id}" can only be changed by release actions`
    throw new ItemError({ type: 'validationError', description, id }, 400)
  }
  const name = getReleaseName(id)
  const state = name === undefined ? undefined : getReleaseState(documents.get(getReleaseId(name)))
  if (state === undefined || state === 'active') return
  const description = `Document "${id}" cannot be changed: its release is ${state}`
  throw new ItemError({ type: 'documentLockedError', description, id })
}
