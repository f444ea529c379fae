import { ItemError } from './errors.ts'
import { publishedIdOf, releaseOf } from './ids.ts'
import type { PendingChange } from './integrity.ts'
import { strengthened, strongTargets } from './references.ts'
import {
  isGoingToUnpublish,
  RELEASE_TYPE,
  releaseNameOf,
  releaseOfVersion,
  stateOf,
  versionsIn,
} from './release.ts'
import type { SanityDocument } from './types.ts'

const MAX_DOCUMENTS = 1000

type Documents = { get(id: string): SanityDocument | null | undefined }

/** A transaction as far as locks go. */
type Transaction = Documents & {
  idsOfRelease(name: string): Iterable<string>
  pending(): Map<string, PendingChange>
  dataset: { idsOfType(type: string): Iterable<string> }
}

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
export function refuseFull(documents: Pick<Transaction, 'get' | 'idsOfRelease'>, id: string): void {
  const name = releaseOf(id)
  if (name === undefined || versionsIn(documents, name).length < MAX_DOCUMENTS) return
  const description = `The release "${name}" has ${MAX_DOCUMENTS} documents, and can have no more`
  throw new ItemError({ type: 'documentConflictError', description, id })
}

/** The releases that are scheduled. */
export function scheduledReleases(set: Transaction): SanityDocument[] {
  const ids = new Set([...set.dataset.idsOfType(RELEASE_TYPE), ...set.pending().keys()])
  return [...ids]
    .map((id) => set.get(id))
    .filter((document) => document !== null && document !== undefined)
    .filter((document) => stateOf(document) === 'scheduled')
}

/** What a version refers to once it is published. */
function targetsOf(version: SanityDocument): ReadonlySet<string> {
  return isGoingToUnpublish(version) ? new Set() : strongTargets(strengthened(version))
}

/**
 * The deletions that would make a scheduled release fail, since its documents refer to what would be gone, by the index
 * of the action or mutation that is to blame.
 */
export function lockedDeletions(set: Transaction): { index: number; error: ItemError }[] {
  const deleted = [...set.pending()].filter(([, { before, after }]) => before !== null && after === null)
  if (deleted.length === 0) return []
  const failures: { index: number; error: ItemError }[] = []
  for (const release of scheduledReleases(set)) {
    const versions = versionsIn(set, releaseNameOf(release._id) ?? '')
    const created = new Set(versions.map(({ _id }) => publishedIdOf(_id)))
    const referrers = new Map<string, string>()
    for (const version of versions.toReversed())
      for (const target of targetsOf(version)) referrers.set(target, version._id)
    for (const [id, { index }] of deleted) {
      const referrer = created.has(id) ? undefined : referrers.get(id)
      if (referrer === undefined) continue
      const description = `Document "${id}" cannot be deleted: "${referrer}" of a scheduled release refers to it`
      failures.push({ index, error: new ItemError({ type: 'documentLockedError', description, id }) })
    }
  }
  return failures
}
