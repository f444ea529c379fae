import { isVersionId, releaseOf } from './ids.ts'
import type { SanityDocument } from './types.ts'
import { isObject } from './values.ts'

/** The type of a release's own document (https://www.sanity.io/docs/content-lake/content-release-document-flow). */
export const RELEASE_TYPE = 'system.release'

const PATH = '_.releases.'
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const PERSPECTIVES = ['raw', 'published', 'drafts', 'previewDrafts']

/**
 * Where a release stands. The hosted service has states between these while it moves many documents; here every step is
 * one transaction.
 */
export type ReleaseState = 'active' | 'scheduled' | 'published' | 'archived'

const STATES: readonly ReleaseState[] = ['active', 'scheduled', 'published', 'archived']

/** Whether a release may have this name: not one that a perspective has already. */
export function isReleaseName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name) && !PERSPECTIVES.includes(name)
}

/** The id of a release's document. */
export function releaseIdOf(name: string): string {
  return `${PATH}${name}`
}

/** The name of the release whose document has this id, undefined for any other document. */
export function releaseNameOf(id: string): string | undefined {
  return id.startsWith(PATH) ? id.slice(PATH.length) : undefined
}

/** The state of a release, undefined where there is none. */
export function stateOf(release: SanityDocument | null | undefined): ReleaseState | undefined {
  return STATES.find((state) => release?._type === RELEASE_TYPE && state === release.state)
}

/** When a scheduled release is to be published: milliseconds since 1970. */
export function publishTimeOf(release: SanityDocument): number {
  return typeof release.publishAt === 'string' ? Date.parse(release.publishAt) : Number.NaN
}

/** Whether a version says that its document is to be unpublished with the release. */
export function isGoingToUnpublish(version: SanityDocument): boolean {
  return isVersionId(version._id) && isObject(version._system) && version._system.delete === true
}

/** Documents with the releases that they are in. */
type Releases = {
  get(id: string): SanityDocument | null | undefined
  idsOfRelease(name: string): Iterable<string>
}

/** The versions in a release, by id. */
export function versionsIn(documents: Releases, name: string): SanityDocument[] {
  const versions = [...documents.idsOfRelease(name)].map((id) => documents.get(id))
  return versions
    .filter((version) => version !== null && version !== undefined)
    .sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** The document of the release that a version belongs to, if there is one. */
export function releaseOfVersion(
  documents: Pick<Releases, 'get'>,
  versionId: string,
): SanityDocument | null | undefined {
  const name = releaseOf(versionId)
  return name === undefined ? undefined : documents.get(releaseIdOf(name))
}
