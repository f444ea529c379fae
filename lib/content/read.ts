import 'server-only'
import { join } from 'node:path'
import type { QueryParams } from '@sanity/client'
import { log } from '@/lib/log'
import { allPages } from '@/lib/pages'
import { processNow } from '@/lib/processClock'
import { client } from './client'
import { connection } from './config'
import { isFixedId } from './fixedDocuments'
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
  /** Whether this is an earlier answer: the lake could not be reached, or lacks a document that the site needs. */
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
    const missing = last && (await missingFixed(last.answer, result, reader, signal))
    if (last && missing?.length) {
      log.error('content', `${missing.join(', ')} is missing in the Content Lake; serving its last content`)
      return { result: last.answer, tags: tagsOf(documents, last.answer), since, isLast: true }
    }
    lastAnswers.keep(question, result)
    return { result, tags, since, isLast: false }
  } catch (error) {
    if (!last) throw error
    log.error('content', 'the Content Lake cannot be reached; serving the last answer', error)
    return { result: last.answer, tags: tagsOf(documents, last.answer), since: processNow(), isLast: true }
  }
}

/** A page without its document responds 404 by itself. */
const isPage = (id: string) => allPages.some(({ document }) => document === id)

/**
 * Ids of documents in the last answer that several pages need and the Content Lake no longer has. It is queried only if one
 * is absent.
 */
async function missingFixed(
  last: unknown,
  result: unknown,
  reader: typeof client,
  signal: AbortSignal,
): Promise<string[]> {
  const present = documentIdsIn(result)
  const ids = documentIdsIn(last).filter((id) => isFixedId(id) && !isPage(id) && !present.includes(id))
  if (ids.length === 0) return []
  const found = await reader.fetch<string[]>('*[_id in $ids]._id', { ids }, { cache: 'no-store', signal })
  return ids.filter((id) => !found.includes(id))
}

function tagsOf(documents: readonly string[], result: unknown): string[] {
  const ids = new Set([...documents, ...documentIdsIn(result)])
  return [...ids].slice(0, maximumTags).map(documentTag)
}
