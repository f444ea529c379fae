import { createHash } from 'node:crypto'
import type { Reads } from './groq/scope.ts'
import { getPublishedId, isDraftId, isVersionId } from './ids.ts'
import type { Perspective } from './perspectives.ts'
import type { DocumentChange } from './types.ts'

// Above this many tags, one tag for everything is enough.
const MAX_TAGS = 200

/**
 * The subject of a draft or version that is created, deleted or changes its type. It uncovers or hides a document below it,
 * whose type may be another one.
 */
const LAYERS = 'layers'

/** Whether a query sees published documents only, or drafts and versions too. */
type Layer = 'published' | 'all'

/** An opaque tag in the hosted service's format (`s1:` and base64), a hash of its subject. */
function createTag(layer: Layer, subject: string): string {
  return `s1:${createHash('sha256').update(`${layer} ${subject}`).digest('base64url').slice(0, 12)}`
}

/**
 * The sync tags of a query's result (https://www.sanity.io/docs/content-lake/live-content-api), which stays valid until the
 * live event stream sends one of them. By document id where the query names ids or follows references, by type where it
 * filters by type, else one for everything.
 */
export function computeSyncTags(reads: Reads, perspective: Perspective): string[] {
  const layer: Layer = perspective !== 'raw' && perspective.length === 0 ? 'published' : 'all'
  if (reads.everything || reads.ids.size + reads.types.size > MAX_TAGS)
    return [createTag(layer, 'everything')]
  const types = [...reads.types].map((type) => createTag(layer, `type ${type}`))
  const isLayered = perspective !== 'raw' && perspective.length > 0
  if (isLayered && types.length > 0) types.push(createTag(layer, LAYERS))
  const ids = [...reads.ids].map((id) => createTag(layer, `id ${id}`))
  return [...types, ...ids]
}

/** The sync tags that a change invalidates. */
export function computeInvalidatedTags(change: DocumentChange): string[] {
  const { documentId, before, after } = change
  const isPublished = !isDraftId(documentId) && !isVersionId(documentId)
  const layers: Layer[] = isPublished ? ['published', 'all'] : ['all']
  const types = new Set([before?._type, after?._type].filter((type) => type !== undefined))
  const shiftsLayers = !isPublished && before?._type !== after?._type
  return layers.flatMap((layer) => [
    createTag(layer, 'everything'),
    ...(shiftsLayers ? [createTag(layer, LAYERS)] : []),
    createTag(layer, `id ${getPublishedId(documentId)}`),
    ...[...types].map((type) => createTag(layer, `type ${type}`)),
  ])
}
