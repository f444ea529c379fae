import type { DocumentSet } from './documentSet.ts'
import { badRequest } from './errors.ts'
import { canAccess, hasRole } from './grants.ts'
import { getDraftId, getPublishedId, isDraftId, isVersionId } from './ids.ts'
import { willUnpublish } from './release.ts'
import type { Identity, SanityDocument } from './types.ts'

/** `raw`, or layers over the published documents, from the top: release names and `drafts`; empty for `published`. */
export type Perspective = 'raw' | readonly string[]

/** The documents that a query runs on, with the name of their dataset. */
export type Documents = DocumentSet & { readonly name: string }

/** The documents that a query can read: at most one for each id, and only those that the caller may read. */
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
  const versionName = version.replace(/^v/, '')
  return versionName === 'X' || (versionName !== '1' && versionName >= date)
}

/**
 * Parses the `perspective` parameter: a name, or a stack of layers in an array, or separated by commas as @sanity/client
 * sends it. The default depends on the API version. Throws an ApiError (400) for an invalid perspective.
 */
export function parsePerspective(parameter: string | string[] | undefined, apiVersion: string): Perspective {
  if (parameter === undefined || parameter.length === 0) {
    return isApiVersionSince(apiVersion, PUBLISHED_BY_DEFAULT_SINCE) ? [] : 'raw'
  }
  const layers = typeof parameter === 'string' ? parameter.split(',').map((layer) => layer.trim()) : parameter
  if (layers.length === 1 && layers[0] === 'raw') return 'raw'
  const stack: string[] = []
  for (const layer of layers) {
    if (layer === 'published') break
    if (layer === 'raw' || !RELEASE_NAME.test(layer)) {
      throw badRequest(`Invalid perspective: ${JSON.stringify(parameter)}`)
    }
    stack.push(layer === 'previewDrafts' ? 'drafts' : layer)
  }
  return stack
}

function isPublishedId(id: string): boolean {
  return !isDraftId(id) && !isVersionId(id)
}

function createRawView(dataset: Documents, identity: Identity): View {
  if (hasRole(identity, 'viewer')) return dataset
  const isVisible = (id: string) => canAccess(identity, 'read', id)
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
 * Creates the view of a dataset in a perspective (https://www.sanity.io/docs/content-lake/perspectives). `raw` has every
 * document under its own id. Other perspectives have each document in its topmost existing layer, under the published id, with
 * the stored id as `_originalId`. A version that will unpublish its document hides that document.
 */
export function createView(dataset: Documents, perspective: Perspective, identity: Identity): View {
  const rawView = createRawView(dataset, identity)
  if (perspective === 'raw') return rawView
  const findTopmost = (id: string): SanityDocument | undefined => {
    if (!isPublishedId(id)) return undefined
    for (const layer of perspective) {
      const document = rawView.get(layer === 'drafts' ? getDraftId(id) : `versions.${layer}.${id}`)
      if (document) return willUnpublish(document) ? undefined : addOriginalId(document)
    }
    const published = rawView.get(id)
    return published && addOriginalId(published)
  }
  return {
    get: findTopmost,
    *all() {
      for (const id of new Set([...rawView.all()].map(({ _id }) => getPublishedId(_id)))) {
        const document = findTopmost(id)
        if (document) yield document
      }
    },
  }
}
