import {
  perspectiveCookieName,
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { RequestProblem } from '@/lib/api/problem'
import { senderOf } from '@/lib/api/sender'
import { previewSessionCookie, previewSessionSeconds } from '@/lib/content/previewCookie'
import { findPreviewSecret } from '@/lib/content/previewSecrets'
import { startPreviewSession } from '@/lib/content/previewSession'
import { draftCookie } from '@/lib/draftCookie'
import { sameOriginPath } from '@/lib/sameOriginPath'

export const maxDuration = 30

/** Presentation, and whoever follows a shared link, opens this with a secret that the Content Lake has stored. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const path = sameOriginPath(searchParams.get(urlSearchParamPreviewPathname), request.url)
  const given = searchParams.get(urlSearchParamPreviewSecret)
  let secret: Awaited<ReturnType<typeof findPreviewSecret>>
  try {
    secret = given ? await findPreviewSecret(given, senderOf(request)) : undefined
  } catch (error) {
    if (error instanceof RequestProblem)
      return new Response('Too many attempts', { status: error.status, headers: { 'Retry-After': '60' } })
    return new Response('The content cannot be reached', { status: 503 })
  }
  if (!secret) return new Response('Invalid secret', { status: 401 })
  const draft = await draftMode()
  draft.enable()
  const jar = await cookies()
  const attributes = {
    path: '/',
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
    maxAge: previewSessionSeconds,
  } as const
  // Next sets its cookie without an end.
  jar.set(draftCookie, jar.get(draftCookie)?.value ?? '', { ...attributes, httpOnly: true })
  jar.set(previewSessionCookie, startPreviewSession(secret), { ...attributes, httpOnly: true })
  // Presentation changes the perspective in the browser.
  jar.set(perspectiveCookieName, searchParams.get(urlSearchParamPreviewPerspective) ?? 'drafts', attributes)
  redirect(path)
}
