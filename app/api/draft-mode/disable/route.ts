import { perspectiveCookieName, variantCookieName } from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { previewSessionCookie } from '@/lib/content/preview/previewCookie'
import { toSameOriginPath } from '@/lib/sameOriginPath'

/**
 * Ends a preview, and redirects to a page of this site. Uses POST, since browsers prefetch links.
 *
 * @param request - `?redirectTo=` is a path on this origin; anything else redirects to the home page
 */
export async function POST(request: Request): Promise<Response> {
  const draft = await draftMode()
  draft.disable()
  const cookieStore = await cookies()
  for (const name of [previewSessionCookie, perspectiveCookieName, variantCookieName])
    cookieStore.delete(name)
  const requestedPath = new URL(request.url).searchParams.get('redirectTo')
  return new Response(null, {
    status: 303,
    headers: { Location: toSameOriginPath(requestedPath, request.url) },
  })
}
