import {
  perspectiveCookieName,
  schemaType,
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'
import { limitFailures, requireRole } from '@/lib/content/preview/editor'
import { previewSessionCookie, previewSessionSeconds } from '@/lib/content/preview/previewCookie'
import {
  findPreviewSecret,
  type PreviewSecret,
  startPreviewSession,
} from '@/lib/content/preview/previewSession'
import { readerRoles } from '@/lib/content/preview/roles'
import { draftCookie } from '@/lib/draftCookie'
import { log } from '@/lib/log'
import { getBillingIfConfigured } from '@/lib/membership/context'
import { studioPath } from '@/lib/pages'
import { toSameOriginPath } from '@/lib/sameOriginPath'

/** Starts draft mode for Presentation and for shared links, with a secret that the Content Lake stores. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const path = toSameOriginPath(searchParams.get(urlSearchParamPreviewPathname), request.url)
  let secret: PreviewSecret
  try {
    secret = await requireSecret(request, searchParams.get(urlSearchParamPreviewSecret))
  } catch (error) {
    if (error instanceof RequestProblem && error.status === 401)
      return new Response('This preview link no longer works. Ask for a new one.', {
        status: 401,
        // Redirects browsers to a static page with the site's design, since the CSP of API routes allows no styles.
        headers: { Refresh: `0; url=${studioPath}/preview-ended.html` },
      })
    if (error instanceof RequestProblem && error.status < 500)
      return new Response('Too many attempts. Try again later.', { status: error.status })
    log.error('content', 'preview: reading a secret failed; previews cannot start', error)
    return new Response("Previews aren't available right now. Try again later.", { status: 503 })
  }
  await enterDraftMode(secret, searchParams.get(urlSearchParamPreviewPerspective) ?? 'drafts')
  redirect(path)
}

/** Validates and returns the requested secret. Rate-limits invalid ones, since each causes a request to Sanity. */
async function requireSecret(request: Request, requested: string | null): Promise<PreviewSecret> {
  // Previews work without a database.
  const { database } = (await getBillingIfConfigured()) ?? {}
  return limitFailures(request, database, async () => {
    const secret = requested ? await findPreviewSecret(requested) : null
    if (!secret) throw new RequestProblem(401, 'no_authorization')
    return secret
  })
}

/** Starts a preview with a Studio token, for project users who can read drafts but cannot write a secret. */
export const POST = createRoute(async (request) => {
  const { database } = (await getBillingIfConfigured()) ?? {}
  await requireRole(request, readerRoles, database)
  await enterDraftMode({ _type: schemaType, secret: '' }, 'drafts')
  return {}
})

/** Enables draft mode, and sets the cookies of a preview session. */
async function enterDraftMode(secret: PreviewSecret, perspective: string): Promise<void> {
  const draft = await draftMode()
  draft.enable()
  const cookieStore = await cookies()
  const attributes = {
    path: '/',
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
    maxAge: previewSessionSeconds,
  } as const
  // Next sets its cookie without an expiry.
  cookieStore.set(draftCookie, cookieStore.get(draftCookie)?.value ?? '', { ...attributes, httpOnly: true })
  cookieStore.set(previewSessionCookie, startPreviewSession(secret), { ...attributes, httpOnly: true })
  // Not `httpOnly`, since Presentation changes the perspective in the browser.
  cookieStore.set(perspectiveCookieName, perspective, attributes)
}
