import type { DocumentSet } from './documentSet.ts'
import { badRequest } from './errors.ts'
import { mayAccess, readsEverything } from './grants.ts'
import { getDraftId, getPublishedId, isDraftId, isVersionId } from './ids.ts'
import { willUnpublish } from './release.ts'
import type { Identity, SanityDocument } from './types.ts'

/** `raw`, or layers from the top: release names and `drafts` over the published documents (the empty list). */
export type Perspective = 'raw' | readonly string[]

/** The documents that a query runs on, with the name of their dataset. */
export type Documents = DocumentSet & { readonly name: string }

/** The documents that a query sees: one for each id, without those that the caller may not read. */
export type View = {
  get(id: string): SanityDocument | undefined
  all(): Iterable<SanityDocument>
}

// The perspective parameter defaults to `published` from this API version
// (https://www.sanity.io/docs/content-lake/perspectives).
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'
const RELEASE_NAME = /^[a-zA-Z0-9_-]+$/

/** Whether an API version (`v1`, `vX`, `v2025-02-19`, with or without the v) is at least `date`. */
export function isApiVersionSince(version: string, date: string): boolean {
  const bare = version.replace(/^v/, '')
  return bare === 'X' || (bare !== '1' && bare >= date)
}

/**
 * Reads the `perspective` parameter: a name, or a stack of layers as JSON, or comma separated as @sanity/client sends
 * it. Undefined takes the API version's default. Throws an ApiError (400) for an unknown one.
 */
export function parsePerspective(given: string | string[] | undefined, apiVersion: string): Perspective {
  if (given === undefined || given.length === 0) {
    return isApiVersionSince(apiVersion, PUBLISHED_BY_DEFAULT_SINCE) ? [] : 'raw'
  }
  const layers = typeof given === 'string' ? given.split(',').map((layer) => layer.trim()) : given
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

function createRawView(dataset: Documents, identity: Identity): View {
  if (readsEverything(identity)) return dataset
  const isVisible = (id: string) => mayAccess(identity, 'read', id)
  return {
    get: (id) => (isVisible(id) ? dataset.get(id) : undefined),
    *all() {
      for (const document of dataset.all()) if (isVisible(document._id)) yield document
    },
  }
}

function addOriginalId(document: SanityDocument): SanityDocument {
  return { ...document, _id: getPublishedId(document._id), _originalId: document._id }
}

/**
 * The dataset under a perspective (https://www.sanity.io/docs/content-lake/perspectives): of each document the topmost
 * existing layer, under the published id, with the stored id as `_originalId`. A version that unpublishes its document
 * hides it, as it will when its release is published.
 */
export function createView(dataset: Documents, perspective: Perspective, identity: Identity): View {
  const base = createRawView(dataset, identity)
  if (perspective === 'raw') return base
  const topmost = (id: string): SanityDocument | undefined => {
    if (!isPublished(id)) return undefined
    for (const layer of perspective) {
      const document = base.get(layer === 'drafts' ? getDraftId(id) : `versions.${layer}.${id}`)
      if (document) return willUnpublish(document) ? undefined : addOriginalId(document)
    }
    const published = base.get(id)
    return published && addOriginalId(published)
  }
  return {
    get: topmost,
    *all() {
      for (const id of new Set([...base.all()].map(({ _id }) => getPublishedId(_id)))) {
        const document = topmost(id)
        if (document) yield document
      }
    },
  }
}

/** The stored id of a document of a view. */
export function getStoredId(document: SanityDocument): string {
  return typeof document._originalId === 'string' ? document._originalId : document._id
}
