import {
  perspectiveCookieName,
  schemaType,
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewPerspective,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { redirect } from 'next/navigation'
import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { requireRole } from '@/lib/content/preview/editor'
import { previewSessionCookie, previewSessionSeconds } from '@/lib/content/preview/previewCookie'
import { findPreviewSecret } from '@/lib/content/preview/previewSecrets'
import { type PreviewSecret, startPreviewSession } from '@/lib/content/preview/previewSession'
import { readerRoles } from '@/lib/content/preview/roles'
import { draftCookie } from '@/lib/draftCookie'
import { getBillingIfConfigured } from '@/lib/membership/context'
import { toSameOriginPath } from '@/lib/sameOriginPath'

export const maxDuration = 30

/** Starts draft mode for Presentation and for shared links, with a secret that the Content Lake stores. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const path = toSameOriginPath(searchParams.get(urlSearchParamPreviewPathname), request.url)
  const requestedSecret = searchParams.get(urlSearchParamPreviewSecret)
  let secret: PreviewSecret | undefined
  try {
    secret = requestedSecret ? await findPreviewSecret(requestedSecret, clientNetworkKey(request)) : undefined
  } catch (error) {
    if (error instanceof RequestProblem)
      return new Response('Too many attempts', { status: error.status, headers: { 'Retry-After': '60' } })
    return new Response('The content cannot be reached', { status: 503 })
  }
  if (!secret) return new Response('Invalid secret', { status: 401 })
  await enterDraftMode(secret, searchParams.get(urlSearchParamPreviewPerspective) ?? 'drafts')
  redirect(path)
}

/** Starts a preview with a Studio token, for project users who can read drafts but cannot write a secret. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    // Previews work without a database.
    const { database } = (await getBillingIfConfigured()) ?? {}
    await requireRole(request, readerRoles, database)
    await enterDraftMode({ _type: schemaType, secret: '' }, 'drafts')
    return {}
  })
}

/** Sets the cookies of a preview session. */
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
