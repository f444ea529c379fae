import type { DocumentSet } from './documentSet.ts'
import { badRequest } from './errors.ts'
import { canAccess, hasRole } from './grants.ts'
import { getDraftId, getPublishedId, isDraftId } from './ids.ts'
import type { Identity, SanityDocument } from './types.ts'

export type Perspective = 'raw' | 'published' | 'drafts'

/** The documents that a query runs on, with the name of their dataset. */
export type Documents = DocumentSet & { readonly name: string }

/** The documents that a query can read: at most one for each id, and only those that the caller may read. */
export type View = {
  get(id: string): SanityDocument | undefined
  all(): Iterable<SanityDocument>
}

// From this API version on, the `perspective` parameter defaults to `published`
// (https://www.sanity.io/docs/content-lake/perspectives).
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/** Whether an API version (`v1`, `vX`, `v2025-02-19`, with or without the v) is at least `date`. */
export function isApiVersionSince(version: string, date: string): boolean {
  const versionName = version.replace(/^v/, '')
  return versionName === 'X' || (versionName !== '1' && versionName >= date)
}

/**
 * Parses the `perspective` parameter: a name or a stack, as an array or, from @sanity/client, a comma-separated string.
 * The default depends on the API version. Throws an ApiError (400) for an unsupported perspective, such as a release.
 */
export function parsePerspective(parameter: string | string[] | undefined, apiVersion: string): Perspective {
  if (parameter === undefined || parameter.length === 0) {
    return isApiVersionSince(apiVersion, PUBLISHED_BY_DEFAULT_SINCE) ? 'published' : 'raw'
  }
  const names = typeof parameter === 'string' ? parameter.split(',').map((name) => name.trim()) : parameter
  const stack = names.join()
  if (stack === 'raw' || stack === 'published' || stack === 'drafts') return stack
  if (stack === 'drafts,published') return 'drafts'
  throw badRequest(`Invalid perspective: ${JSON.stringify(parameter)}`)
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
 * Creates the view of a dataset in a perspective (https://www.sanity.io/docs/content-lake/perspectives). `raw` has
 * every document under its own id. The other perspectives have each document under its published id, with the stored id
 * as `_originalId`; `drafts` has the draft where there is one.
 */
export function createView(dataset: Documents, perspective: Perspective, identity: Identity): View {
  const rawView = createRawView(dataset, identity)
  if (perspective === 'raw') return rawView
  const findTopmost = (id: string): SanityDocument | undefined => {
    if (isDraftId(id)) return undefined
    const draft = perspective === 'drafts' ? rawView.get(getDraftId(id)) : undefined
    const document = draft ?? rawView.get(id)
    return document && addOriginalId(document)
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
