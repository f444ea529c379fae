import type { DocumentSet } from './documentSet.ts'
import { badRequest } from './errors.ts'
import { mayAccess, readsEverything } from './grants.ts'
import { draftIdOf, isDraftId, isVersionId, publishedIdOf } from './ids.ts'
import { isGoingToUnpublish } from './release.ts'
import type { Identity, SanityDocument } from './types.ts'

/** `raw`, or layers from the top: release names and `drafts` over what is published (the empty list). */
export type Perspective = 'raw' | readonly string[]

/** Documents that queries can be asked of, under the name of their dataset. */
export type Documents = DocumentSet & { readonly name: string }

/** The dataset as a query sees it: one document per id, those the caller may not read left out. */
export type View = {
  get(id: string): SanityDocument | undefined
  all(): Iterable<SanityDocument>
  /** Ids of documents that may hold a reference to `id`; the caller checks each. */
  referrersOf(id: string): Iterable<string>
}

// The perspective parameter defaults to `published` from this API version
// (https://www.sanity.io/docs/content-lake/perspectives).
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'
const RELEASE_NAME = /^[a-zA-Z0-9_-]+$/
// Versions in releases are there for callers of this API version and later (the same page).
const VERSIONS_SINCE = '2025-02-19'

/** There is a version for each layer to look for, of each document. */
const MAX_LAYERS = 100

/** Whether an API version (`v1`, `vX`, `v2025-02-19`, with or without the v) is at least `date`. */
export function isApiVersionSince(version: string, date: string): boolean {
  const bare = version.replace(/^v/, '')
  return bare === 'X' || (bare !== '1' && bare >= date)
}

/** Whether callers of an API version see the versions in releases. */
export function seesVersions(apiVersion: string): boolean {
  return isApiVersionSince(apiVersion, VERSIONS_SINCE)
}

/**
 * A perspective from its parameter: a name, or a stack of layers as JSON, or comma separated as @sanity/client sends
 * it. Undefined takes the API version's default. Throws an ApiError (400) on an unknown one, and on more than 100 layers.
 */
export function parsePerspective(given: string | string[] | undefined, apiVersion: string): Perspective {
  if (given === undefined || given.length === 0) {
    return isApiVersionSince(apiVersion, PUBLISHED_BY_DEFAULT_SINCE) ? [] : 'raw'
  }
  const layers = typeof given === 'string' ? given.split(',').map((layer) => layer.trim()) : given
  if (layers.length > MAX_LAYERS) throw badRequest(`A perspective has at most ${MAX_LAYERS} layers`)
  if (layers.length === 1 && layers[0] === 'raw') return 'raw'
  const stack: string[] = []
  for (const layer of layers) {
    if (layer === 'published') break
    if (layer === 'raw' || !RELEASE_NAME.test(layer)) {
      throw badRequest(`Invalid perspective: ${JSON.stringify(given)}`)
    }
    stack.push(layer === 'previewDrafts' ? 'drafts' : layer)
  }
  return stack
}

function isPublished(id: string): boolean {
  return !isDraftId(id) && !isVersionId(id)
}

function rawView(dataset: Documents, identity: Identity, versions: boolean): View {
  const withoutVersions = !versions && dataset.hasVersions
  if (readsEverything(identity) && !withoutVersions) return dataset
  const visible = (id: string) => mayAccess(identity, 'read', id) && !(withoutVersions && isVersionId(id))
  return {
    get: (id) => (visible(id) ? dataset.get(id) : undefined),
    *all() {
      for (const document of dataset.all()) if (visible(document._id)) yield document
    },
    referrersOf: (id) => dataset.referrersOf(id),
  }
}

// One overlaid copy for each stored document, so that a query over many doesn't copy them every time.
const overlaid = new WeakMap<SanityDocument, SanityDocument>()

function withOriginalId(document: SanityDocument): SanityDocument {
  let copy = overlaid.get(document)
  if (!copy) {
    copy = { ...document, _id: publishedIdOf(document._id), _originalId: document._id }
    overlaid.set(document, copy)
  }
  return copy
}

/**
 * The dataset under a perspective (https://www.sanity.io/docs/content-lake/perspectives): of each document the topmost
 * layer that exists, under the published id, with `_originalId` saying which one it is. A version that unpublishes its
 * document hides it, as it will when its release is published. `versions` says whether there are versions at all.
 */
export function viewOf(
  dataset: Documents,
  perspective: Perspective,
  identity: Identity,
  versions = true,
): View {
  const base = rawView(dataset, identity, versions)
  if (perspective === 'raw') return base
  const layers = perspective.filter((layer) => layer === 'drafts' || dataset.idsOfRelease(layer).length > 0)
  const topmost = (id: string): SanityDocument | undefined => {
    if (!isPublished(id)) return undefined
    for (const layer of layers) {
      const document = base.get(layer === 'drafts' ? draftIdOf(id) : `versions.${layer}.${id}`)
      if (document) return isGoingToUnpublish(document) ? undefined : withOriginalId(document)
    }
    const published = base.get(id)
    return published && withOriginalId(published)
  }
  const visibleIds = (ids: Iterable<string>): Set<string> => {
    const visible = [...ids].filter((id) => layers.length > 0 || isPublished(id))
    return new Set(visible.map(publishedIdOf))
  }
  return {
    get: topmost,
    *all() {
      for (const id of visibleIds([...base.all()].map(({ _id }) => _id))) {
        const document = topmost(id)
        if (document) yield document
      }
    },
    referrersOf: (id) => visibleIds(base.referrersOf(id)),
  }
}

/** The stored id of a document that a view handed out. */
export function storedIdOf(document: SanityDocument): string {
  return typeof document._originalId === 'string' ? document._originalId : document._id
}
