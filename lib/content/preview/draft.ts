import 'server-only'
import type { ClientPerspective, QueryParams } from '@sanity/client'
import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { cookies } from 'next/headers'
import { createClient } from 'next-sanity'
import { studioPath } from '@/lib/pages'
import { connection } from '../reading/config'
import { offerNumbersQuery } from '../reading/fragments'
import { withOfferValues } from '../text/offerValues'
import type { OfferNumbersQueryResult } from '../types.generated'

/**
 * Reads content for draft mode, in the perspective that Presentation has chosen, and fills in the offer's numbers from
 * that perspective. Nothing is cached. next-sanity's `defineLive` also reads drafts, but importing it adds a loader for
 * editing scripts to every visitor's page.
 *
 * @param stega - whether to add the invisible edit marks that link text to its field in Presentation
 * @throws when the Content Lake cannot be reached
 */
export async function fetchDraft(
  query: string,
  params: QueryParams,
  { stega }: { stega: boolean },
): Promise<unknown> {
  const cookieStore = await cookies()
  const perspective = parsePerspective(cookieStore.get(perspectiveCookieName)?.value)
  const fetchInPerspective = <Result>(groq: string, groqParams: QueryParams, options: { stega: boolean }) =>
    previewClient.fetch<Result>(groq, groqParams, { perspective, cache: 'no-store', ...options })
  const result = await fetchInPerspective<unknown>(query, params, { stega })
  return withOfferValues(result, () =>
    fetchInPerspective<OfferNumbersQueryResult>(offerNumbersQuery, {}, { stega: false }),
  )
}

/** Parses the perspective in a cookie: `drafts` for a missing or invalid value, or for `raw` (all versions). */
export function parsePerspective(cookieValue = ''): ClientPerspective {
  const names = cookieValue.split(',')
  return names.every((name) => name !== 'raw' && /^[\w-]+$/.test(name)) ? names : 'drafts'
}

/** Reads drafts, with a viewer token. For previews only; `client.ts` reads content for visitors. */
export const previewClient = createClient({
  ...connection,
  useCdn: false,
  token: process.env.SANITY_API_READ_TOKEN,
  stega: { studioUrl: studioPath },
})
