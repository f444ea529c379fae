import 'server-only'
import type { QueryParams } from '@sanity/client'
import { cacheLife, cacheTag } from 'next/cache'
import { environment } from '@/lib/env'
import { withOfferValues } from '../text/offerValues'
import type { OfferNumbersQueryResult } from '../types.generated'
import { offerNumbersQuery } from './fragments'
import { readPublished } from './read'

const yearInSeconds = 31_536_000

/** How long a fallback response is cached before the Content Lake is queried again. */
const fallbackMaxAgeSeconds = 10

/**
 * Reads published content through the cache, and fills in the offer's numbers in its strings.
 *
 * @param documents - as for `readPublished`
 * @throws when the Content Lake cannot be reached and there is no fallback response
 */
export async function fetchPublished(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<unknown> {
  const result = await readCached(query, params, documents)
  // typegen derived the type of the offer's numbers from the query and the schema.
  return withOfferValues(
    result,
    async () => (await readCached(offerNumbersQuery, {}, ['offer'])) as OfferNumbersQueryResult,
  )
}

/**
 * The `'use cache'` boundary of all reads of published content. A result is cached until the webhook expires one of its
 * tags, but is read again after a few minutes, in case a webhook is lost.
 */
async function readCached(
  query: string,
  params: QueryParams,
  documents: readonly string[],
): Promise<unknown> {
  'use cache'
  const { result, tags, isFallback } = await readPublished(query, params, documents)
  const maxAgeSeconds = environment().CONTENT_REVALIDATE_SECONDS
  cacheLife({
    stale: 30,
    revalidate: isFallback ? Math.min(fallbackMaxAgeSeconds, maxAgeSeconds) : maxAgeSeconds,
    expire: yearInSeconds,
  })
  cacheTag(...tags)
  return result
}
