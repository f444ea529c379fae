import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { log } from '@/lib/log'
import { allPages } from '@/lib/pages'
import { processNow } from '@/lib/processClock'
import { client } from './client'
import { connection } from './config'
import { createFallbackStore } from './fallbackStore'
import { isFixedId } from './fixedDocuments'
import { pageCache } from './pageCache'
import { collectDocumentIds, documentTag } from './tags'

/** A cache keeps at most this many tags for an entry (Next's limit is 128). */
const maxTags = 120

/** Shorter than the time after which Next aborts a render. */
const withoutFallback = { reader: client, timeoutMs: 10_000 }

/** With a fallback response at hand, pages do not wait for a failing Content Lake: it is queried again soon. */
const withFallback = { reader: client.withConfig({ maxRetries: 1 }), timeoutMs: 5_000 }

/** During an outage of the Content Lake, an old response is better than an error page. */
const fallbackStore = createFallbackStore(
  join(/* turbopackIgnore: true */ process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'cache', 'content'),
)

/** A result of the Content Lake. */
export type ReadResult = {
  result: unknown
  /** The cache tags of all documents in the result. */
  tags: string[]
  /** When the query began: a later change may be missing. Milliseconds since the epoch. */
  since: number
  /**
   * Whether this is a fallback response: the Content Lake could not be reached, or lacks a document that the site
   * needs.
   */
  isFallback: boolean
}

/**
 * Reads published content without a cache. Repeats a query whose tags expired meanwhile.
 *
 * @param query - a GROQ query
 * @param params - its parameters
 * @param documents - ids that the result depends on even while they do not exist
 * @throws when the Content Lake cannot be reached and there is no fallback response
 */
export async function readPublished(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<ReadResult> {
  const key = JSON.stringify([connection, query, params])
  const last = fallbackStore.read(key)
  const { reader, timeoutMs } = last ? withFallback : withoutFallback
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let since: number
    let result: unknown
    let tags: string[]
    do {
      // A change may arrive in the same millisecond as the query.
      since = processNow() - 1
      result = await reader.fetch(query, params, { cache: 'no-store', signal })
      tags = getTags(documents, result)
    } while (pageCache()?.hasExpired(tags, since))
    const missing = last && (await findMissingDocuments(last.result, result, reader, signal))
    if (last && missing?.length) {
      log.error('content', `Content Lake: ${missing.join(', ')} is missing; serving the fallback response`)
      return { result: last.result, tags: getTags(documents, last.result), since, isFallback: true }
    }
    fallbackStore.write(key, result)
    return { result, tags, since, isFallback: false }
  } catch (error) {
    if (!last) throw error
    log.error('content', 'Content Lake: read failed; serving the fallback response', error)
    return {
      result: last.result,
      tags: getTags(documents, last.result),
      since: processNow(),
      isFallback: true,
    }
  }
}

/** A page without its document responds 404 by itself. */
const isPage = (id: string) => allPages.some(({ document }) => document === id)

/**
 * Ids of documents in the fallback response that several pages need and the Content Lake no longer has. Queries only
 * if one is absent.
 */
async function findMissingDocuments(
  last: unknown,
  result: unknown,
  reader: typeof client,
  signal: AbortSignal,
): Promise<string[]> {
  const present = collectDocumentIds(result)
  const ids = collectDocumentIds(last).filter((id) => isFixedId(id) && !isPage(id) && !present.includes(id))
  if (ids.length === 0) return []
  const found = await reader.fetch<string[]>('*[_id in $ids]._id', { ids }, { cache: 'no-store', signal })
  return ids.filter((id) => !found.includes(id))
}

function getTags(documents: readonly string[], result: unknown): string[] {
  const ids = new Set([...documents, ...collectDocumentIds(result)])
  return [...ids].slice(0, maxTags).map(documentTag)
}
