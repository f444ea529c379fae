import { log } from '@/lib/log'
import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { cacheLife, cacheTag } from 'next/cache'
import { environment } from '@/lib/env'
import { client } from './client'
import { connection } from './config'
import { lastAnswersIn } from './lastAnswers'
import { documentIdsIn, documentTag } from './tags'

/** A cache keeps at most this many tags for an entry (Next's limit is 128). */
const maximumTags = 120

const yearInSeconds = 31_536_000

/** A lake that accepts connections and never answers must not hold a page until Next gives up on it. */
const withoutFallback = { reader: client, timeoutMs: 10_000 }

/** With an earlier answer at hand, nobody should wait for a lake in trouble: it is asked again soon enough. */
const withFallback = { reader: client.withConfig({ maxRetries: 1 }), timeoutMs: 5_000 }

/** When the Content Lake cannot be reached, an old answer is better than an error page. */
const lastAnswers = lastAnswersIn(
  join(/* turbopackIgnore: true */ process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'cache', 'content'),
)

/**
 * Reads published content through the cache: the site's only `'use cache'` boundary for it. The answer
 * is kept until the webhook expires one of its documents, and for some minutes at most, so that a lost
 * webhook heals by itself.
 *
 * @param query - a GROQ query
 * @param params - its parameters
 * @param documents - ids that the answer depends on even while they do not exist
 * @throws when the lake cannot be reached and there has never been an answer
 */
export async function fetchPublished(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<unknown> {
  'use cache'
  const question = JSON.stringify([connection, query, params])
  const revalidate = environment().CONTENT_REVALIDATE_SECONDS
  const last = lastAnswers.find(question)
  const { reader, timeoutMs } = last ? withFallback : withoutFallback
  try {
    const result: unknown = await reader.fetch(query, params, {
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    })
    lastAnswers.keep(question, result)
    cacheLife({ stale: 30, revalidate, expire: yearInSeconds })
    tagAnswer(documents, result)
    return result
  } catch (error) {
    if (!last) throw error
    log.error('content', 'the Content Lake cannot be reached; serving the last answer', error)
    cacheLife({ stale: 30, revalidate: Math.min(10, revalidate), expire: yearInSeconds })
    tagAnswer(documents, last.answer)
    return last.answer
  }
}

function tagAnswer(documents: readonly string[], result: unknown): void {
  const ids = new Set([...documents, ...documentIdsIn(result)])
  cacheTag(...[...ids].slice(0, maximumTags).map(documentTag))
}
