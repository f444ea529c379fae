import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { client } from './client'
import { connection } from './config'
import { lastAnswersIn } from './lastAnswers'
import { pageCache } from './pageCache'
import { documentIdsIn, documentTag } from './tags'

/** A cache keeps at most this many tags for an entry (Next's limit is 128). */
const maximumTags = 120

/** A lake that accepts connections and never answers must not hold a page until Next gives up on it. */
const withoutFallback = { reader: client, timeoutMs: 10_000 }

/** With an earlier answer at hand, nobody should wait for a lake in trouble: it is asked again soon enough. */
const withFallback = { reader: client.withConfig({ maxRetries: 1 }), timeoutMs: 5_000 }

/** When the Content Lake cannot be reached, an old answer is better than an error page. */
const lastAnswers = lastAnswersIn(
  join(/* turbopackIgnore: true */ process.cwd(), process.env.NEXT_DIST_DIR || '.next', 'cache', 'content'),
)

/** What the Content Lake has published. */
export type Answer = {
  result: unknown
  /** The cache tags of all documents that it was made from. */
  tags: string[]
  /** From before this time it may be old, in milliseconds since the epoch. */
  since: number
  /** Whether the lake could not be reached, so that this is its answer of an earlier time. */
  isLast: boolean
}

/**
 * Reads published content, past all caches. An answer that expired while it was asked for is asked for again.
 *
 * @param query - a GROQ query
 * @param params - its parameters
 * @param documents - ids that the answer depends on even while they do not exist
 * @throws when the lake cannot be reached and there has never been an answer
 */
export async function readPublished(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<Answer> {
  const question = JSON.stringify([connection, query, params])
  const last = lastAnswers.find(question)
  const { reader, timeoutMs } = last ? withFallback : withoutFallback
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    let since: number
    let result: unknown
    let tags: string[]
    do {
      // A change may come in the very millisecond in which the question leaves.
      since = processNow() - 1
      result = await reader.fetch(query, params, { cache: 'no-store', signal })
      tags = tagsOf(documents, result)
    } while (pageCache()?.hasExpired(tags, since))
    lastAnswers.keep(question, result)
    return { result, tags, since, isLast: false }
  } catch (error) {
    if (!last) throw error
    log.error('content', 'the Content Lake cannot be reached; serving the last answer', error)
    return { result: last.answer, tags: tagsOf(documents, last.answer), since: processNow(), isLast: true }
  }
}

function tagsOf(documents: readonly string[], result: unknown): string[] {
  const ids = new Set([...documents, ...documentIdsIn(result)])
  return [...ids].slice(0, maximumTags).map(documentTag)
}
