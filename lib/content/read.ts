import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { log } from '@/lib/log'
import { allPages } from '@/lib/pages'
import { getProcessTimeMs } from '@/lib/processClock'
import { client } from './client'
import { connection } from './config'
import { createFallbackStore } from './fallbackStore'
import { isFixedId } from './fixedDocuments'
import { getPageCache } from './pageCache'
import { collectDocumentIds, getDocumentTag } from './tags'

/** The maximum number of tags of a cache entry; further documents do not expire it. Next's limit is 128. */
const maxTags = 120

/** Options of a query without a fallback response. The timeout is shorter than `longestRenderMs` in pageCache.ts. */
const optionsWithoutFallback = { reader: client, timeoutMs: 10_000 }

/** Options of a query with a fallback response, so pages do not wait long for a failing Content Lake. */
const optionsWithFallback = { reader: client.withConfig({ maxRetries: 1 }), timeoutMs: 5_000 }

/** During an outage of the Content Lake, an old response is better than an error page. */
const fallbackStore = createFallbackStore(
  join(/* turbopackIgnore: true */ process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'cache', 'content'),
)

/** The result of a query. */
export type ReadResult = {
  result: unknown
  /** The cache tags of the documents in the result, and of those that the caller named. */
  tags: string[]
  /** When the query started or failed, by `getProcessTimeMs`. The result may lack later changes. */
  since: number
  /**
   * Whether this is a fallback response: the Content Lake could not be reached, or lacks a document that the site
   * needs.
   */
  isFallback: boolean
}

/**
 * Reads published content without a cache, and stores the result for outages. Repeats the query when its tags have
 * expired meanwhile.
 *
 * @param query - a GROQ query
 * @param params - its parameters
 * @param documents - ids of documents whose publication expires the result, even if they do not exist yet
 * @throws when the Content Lake cannot be reached and there is no fallback response
 */
export async function readPublished(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<ReadResult> {
  const key = JSON.stringify([connection, query, params])
  const fallback = fallbackStore.read(key)
  const { reader, timeoutMs } = fallback ? optionsWithFallback : optionsWithoutFallback
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let since: number
    let result: unknown
    let tags: string[]
    do {
      // A change may arrive in the same millisecond as the query.
      since = getProcessTimeMs() - 1
      result = await reader.fetch(query, params, { cache: 'no-store', signal })
      tags = getTags(documents, result)
    } while (getPageCache()?.hasExpired(tags, since))
    const missingIds = fallback && (await findMissingDocuments(fallback.result, result, reader, signal))
    if (fallback && missingIds?.length) {
      log.error('content', `Content Lake: ${missingIds.join(', ')} is missing; serving the fallback response`)
      return { result: fallback.result, tags: getTags(documents, fallback.result), since, isFallback: true }
    }
    fallbackStore.write(key, result)
    return { result, tags, since, isFallback: false }
  } catch (error) {
    if (!fallback) throw error
    log.error('content', 'Content Lake: read failed; serving the fallback response', error)
    return {
      result: fallback.result,
      tags: getTags(documents, fallback.result),
      since: getProcessTimeMs(),
      isFallback: true,
    }
  }
}

/** Whether an id is that of a page's own document, without which the page responds 404. */
const isPage = (id: string) => allPages.some(({ document }) => document === id)

/**
 * Finds the ids of documents in the fallback response that several pages need and that the Content Lake no longer has.
 * Sends a query only when the result lacks one of them.
 */
async function findMissingDocuments(
  fallbackResult: unknown,
  result: unknown,
  reader: typeof client,
  signal: AbortSignal,
): Promise<string[]> {
  const presentIds = collectDocumentIds(result)
  const ids = collectDocumentIds(fallbackResult).filter(
    (id) => isFixedId(id) && !isPage(id) && !presentIds.includes(id),
  )
  if (ids.length === 0) return []
  const existingIds = await reader.fetch<string[]>(
    '*[_id in $ids]._id',
    { ids },
    { cache: 'no-store', signal },
  )
  return ids.filter((id) => !existingIds.includes(id))
}

function getTags(documents: readonly string[], result: unknown): string[] {
  const ids = new Set([...documents, ...collectDocumentIds(result)])
  return [...ids].slice(0, maxTags).map(getDocumentTag)
}
