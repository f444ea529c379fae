import { ItemError } from './errors.ts'
import { releaseOf } from './ids.ts'
import { releaseNameOf, releaseOfVersion, stateOf, versionsIn } from './release.ts'
import type { SanityDocument } from './types.ts'

const MAX_DOCUMENTS = 1000

type Documents = { get(id: string): SanityDocument | null | undefined }

/** Documents with the releases that they are in. */
type Releases = Documents & { idsOfRelease(name: string): Iterable<string> }

/**
 * Throws an ItemError when a document can't be written to: the version of a release that is scheduled, published or
 * archived, or a release itself, which release actions change
 * (https://www.sanity.io/docs/content-lake/content-release-document-flow).
 */
export function refuseLocked(documents: Documents, id: string): void {
  if (releaseNameOf(id) !== undefined) {
    throw new ItemError(
      {
        type: 'validationError',
        description: `The release "${id}" is changed with release actions only`,
        id,
      },
      400,
    )
  }
  const release = releaseOfVersion(documents, id)
  const state = stateOf(release)
  if (state === undefined || state === 'active') return
  throw new ItemError({
    type: 'documentLockedError',
    description: `Document "${id}" cannot be changed: its release is ${state}`,
    id,
  })
}

/**
 * Throws an ItemError when a release has as many documents as one may have
 * (https://www.sanity.io/docs/content-lake/content-release-document-flow).
 */
export function refuseFull(documents: Releases, id: string): void {
  const name = releaseOf(id)
  if (name === undefined || versionsIn(documents, name).length < MAX_DOCUMENTS) return
  const description = `The release "${name}" has ${MAX_DOCUMENTS} documents, and can have no more`
  throw new ItemError({ type: 'documentConflictError', description, id })
}
