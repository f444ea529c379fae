import 'server-only'
import { type ClientPerspective, type QueryParams, validateApiPerspective } from '@sanity/client'
import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { cookies } from 'next/headers'
import { createClient } from 'next-sanity'
import { studioPath } from '../pages'
import { connection } from './config'
import { offerNumbersQuery } from './fragments'
import { withOfferValues } from './offerValues'
import type { OfferNumbersQueryResult } from './types.generated'

/**
 * Reads content for draft mode, in the perspective that Presentation has chosen. The texts have the numbers of the
 * offer in that perspective. Nothing is cached. `defineLive` of next-sanity would do the same, but any module that
 * imports it adds a reference to the scripts of editing, and a loader for them, to every visitor's page.
 *
 * @param stega - adds the invisible edit marks that link text to its field in Presentation
 * @throws when the Content Lake cannot be reached
 */
export async function fetchDraft(query: string, params: QueryParams, stega: boolean): Promise<unknown> {
  const jar = await cookies()
  const perspective = parsePerspective(jar.get(perspectiveCookieName)?.value)
  const read = <Result>(groq: string, given: QueryParams, options: { stega: boolean }) =>
    previewClient.fetch<Result>(groq, given, { perspective, cache: 'no-store', ...options })
  const result = await read<unknown>(query, params, { stega })
  return withOfferValues(result, () => read<OfferNumbersQueryResult>(offerNumbersQuery, {}, { stega: false }))
}

/**
 * Parses the perspective of a cookie. A cookie can hold anything: a value that is no perspective with drafts means
 * the default.
 */
export function parsePerspective(cookie: string | undefined): ClientPerspective {
  const names = cookie?.split(',') ?? []
  if (names.length === 0 || names.some((name) => name === 'raw' || !/^[\w-]+$/.test(name))) return 'drafts'
  const perspective: unknown = names.length === 1 ? names[0] : names
  try {
    validateApiPerspective(perspective)
    return perspective
  } catch {
    return 'drafts'
  }
}

/** Reads drafts with the viewer's token. For draft mode only; `client.ts` serves visitors. */
export const previewClient = createClient({
  ...connection,
  useCdn: false,
  token: process.env.SANITY_API_READ_TOKEN,
  stega: { studioUrl: studioPath },
})
