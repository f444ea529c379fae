import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { log } from '@/lib/log'
import { getProcessTimeMs } from '@/lib/processClock'
import { client } from './client'
import { connection } from './config'
import { getPageCache } from './contentPageCache'
import { createFallbackStore } from './fallbackStore'
import { collectDocumentIds, getDocumentTag } from './tags'

/** The maximum number of tags of a cache entry; further documents do not expire it. Next's limit is 128. */
const maxTags = 120

/** Few retries, so that a failing Content Lake delays a fallback response only briefly. */
const reader = client.withConfig({ maxRetries: 2 })

/** During an outage of the Content Lake, an old response is better than an error page. */
const fallbackStore = createFallbackStore(
  join(/* turbopackIgnore: true */ process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'cache', 'content'),
)

/** The result of a query. */
export type ReadResult = {
  result: unknown
  /** The cache tags of the documents in the result, and of those that the caller listed. */
  tags: string[]
  /** When the query started or failed, by `getProcessTimeMs`. The result may lack later changes. */
  since: number
  /** Whether this is a fallback response, because the Content Lake could not be reached. */
  isFallback: boolean
}

/**
 * Reads published content without a cache, and stores the result for outages. Repeats the query when its tags have
 * expired in the meantime, since Next lets renders that began after the expiry join a query that began before it.
 *
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
  // Both timeouts are shorter than `longestRenderMs` in contentPageCache.ts.
  const signal = AbortSignal.timeout(fallback ? 5_000 : 10_000)
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
    fallbackStore.write(key, result)
    return { result, tags, since, isFallback: false }
  } catch (error) {
    if (!fallback) throw error
    log.error('content', 'Content Lake: read failed; serving the fallback response', error)
    const { result } = fallback
    return { result, tags: getTags(documents, result), since: getProcessTimeMs(), isFallback: true }
  }
}

function getTags(documents: readonly string[], result: unknown): string[] {
  const ids = new Set([...documents, ...collectDocumentIds(result)])
  return [...ids].slice(0, maxTags).map(getDocumentTag)
}
