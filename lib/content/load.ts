import 'server-only'
import type { ClientReturn, QueryParams } from '@sanity/client'
import { cookies, draftMode } from 'next/headers'
import { type LivePerspective, resolvePerspectiveFromCookies } from 'next-sanity/live'
import { sanityFetch } from './live'
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
export async function loadContent<const Query extends string>(
  query: Query,
  { params = {}, documents, plain = false }: LoadOptions,
): Promise<ClientReturn<Query>> {
  const { isEnabled } = await draftMode()
  return isEnabled ? fetchDraft(query, params, !plain) : fetchPublished(query, params, documents)
}

async function fetchDraft<const Query extends string>(
  query: Query,
  params: QueryParams,
  stega: boolean,
): Promise<ClientReturn<Query>> {
  const perspective = (await resolvePerspectiveFromCookies({ cookies: await cookies() })) ?? 'drafts'
  return fetchWithPerspective(query, params, perspective, stega)
}

async function fetchWithPerspective<const Query extends string>(
  query: Query,
  params: QueryParams,
  perspective: LivePerspective,
  stega: boolean,
): Promise<ClientReturn<Query>> {
  'use cache'
  // next-sanity brings a client of its own, whose types know nothing of this site's queries.
  const untyped: string = query
  const { data } = await sanityFetch({ query: untyped, params, perspective, stega })
  return data as ClientReturn<Query>
}
