import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { previewClient } from '@/lib/content/draft'
import { findPreviewSecret } from '@/lib/content/previewSecrets'
import { sameOriginPath } from '@/lib/sameOriginPath'

export const maxDuration = 30

const enable = defineEnableDraftMode({ client: previewClient })

/** Presentation opens this with a secret that the Studio has just stored in the lake. */
export async function GET(request: Request): Promise<Response> {
  const url = new URL(request.url)
  const secret = url.searchParams.get(urlSearchParamPreviewSecret)
  const wanted = url.searchParams.get(urlSearchParamPreviewPathname)
  // next-sanity redirects to the path as it is, which may be that of another host.
  url.searchParams.set(urlSearchParamPreviewPathname, sameOriginPath(wanted, request.url))
  try {
    // It is asked about each secret by itself, so only ours gets there.
    if (!secret || !(await findPreviewSecret(secret))) return new Response('Invalid secret', { status: 401 })
  } catch {
    return new Response('The content cannot be reached', { status: 503 })
  }
  return enable.GET(new Request(url, request))
}
