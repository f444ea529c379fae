import { createHash } from 'node:crypto'
import type { Dependencies } from './groq/scope.ts'
import { getPublishedId, isDraftId, isVersionId } from './ids.ts'
import type { Perspective } from './perspectives.ts'
import type { DocumentChange } from './types.ts'

// Above this many tags, one tag for everything is enough.
const MAX_TAGS = 200

/**
 * The subject of the tag for a draft or version that is created or deleted, or changes its type. Such a change reveals or
 * hides a document in a lower layer, whose type may differ.
 */
const LAYER_CHANGE = 'layers'

/** The documents that a tag covers: published ones only, or drafts and versions too. */
type TagScope = 'published' | 'all'

/** An opaque tag in the hosted service's format (`s1:` and base64), a hash of its scope and subject. */
function createTag(scope: TagScope, subject: string): string {
  return `s1:${createHash('sha256').update(`${scope} ${subject}`).digest('base64url').slice(0, 12)}`
}

/**
 * The sync tags of a query's result (https://www.sanity.io/docs/content-lake/live-content-api). The result stays valid until
 * the live event stream sends one of them. Tags are by document id where the query names ids or dereferences, and by type
 * where it filters by type. Otherwise one tag covers everything.
 */
export function computeSyncTags(dependencies: Dependencies, perspective: Perspective): string[] {
  const scope: TagScope = perspective === 'published' ? 'published' : 'all'
  if (dependencies.hasAllDocuments || dependencies.ids.size + dependencies.types.size > MAX_TAGS)
    return [createTag(scope, 'everything')]
  const types = [...dependencies.types].map((type) => createTag(scope, `type ${type}`))
  if (perspective === 'drafts' && types.length > 0) types.push(createTag(scope, LAYER_CHANGE))
  const ids = [...dependencies.ids].map((id) => createTag(scope, `id ${id}`))
  return [...types, ...ids]
}

/** The sync tags that a change invalidates. */
export function computeInvalidatedTags(change: DocumentChange): string[] {
  const { documentId, before, after } = change
  const isPublished = !isDraftId(documentId) && !isVersionId(documentId)
  const scopes: TagScope[] = isPublished ? ['published', 'all'] : ['all']
  const types = new Set([before?._type, after?._type].filter((type) => type !== undefined))
  const changesLayers = !isPublished && before?._type !== after?._type
  return scopes.flatMap((scope) => [
    createTag(scope, 'everything'),
    ...(changesLayers ? [createTag(scope, LAYER_CHANGE)] : []),
    createTag(scope, `id ${getPublishedId(documentId)}`),
    ...[...types].map((type) => createTag(scope, `type ${type}`)),
  ])
}
