import 'server-only'
import type { QueryParams, SanityQueries } from '@sanity/client'
import { draftMode } from 'next/headers'
import { fetchDraft } from './draft'
import { fetchPublished } from './published'

type LoadOptions = {
  /** GROQ parameters. */
  params?: QueryParams
  /** Ids of documents that the answer depends on even while they do not exist. */
  documents: readonly string[]
  /** Set for titles, descriptions and structured data, where invisible edit marks would do harm. */
  plain?: boolean
}

/**
 * Reads content for a page: published content from the cache, or, in draft mode, what the editor has
 * not published yet, with the marks that make it clickable in Presentation.
 *
 * @param query - made with `defineQuery`, so that typegen knows the type of its answer
 * @returns the answer, typed by typegen
 * @throws when the Content Lake cannot be reached and there is no earlier answer
 */
export async function loadContent<const Query extends keyof SanityQueries>(
  query: Query,
  { params = {}, documents, plain = false }: LoadOptions,
): Promise<SanityQueries[Query]> {
  const { isEnabled } = await draftMode()
  const answer = isEnabled
    ? await fetchDraft(query, params, !plain)
    : await fetchPublished(query, params, documents)
  // The lake's answer has no type of its own; typegen derived this one from the query and the schema.
  return answer as SanityQueries[Query]
}
