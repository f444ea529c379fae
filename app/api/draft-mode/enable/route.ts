import { urlSearchParamPreviewSecret } from '@sanity/preview-url-secret/constants'
import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { previewClient } from '@/lib/content/draft'
import { findPreviewSecret } from '@/lib/content/previewSecrets'

export const maxDuration = 30

const enable = defineEnableDraftMode({ client: previewClient })

/** Presentation opens this with a secret that the Studio has just stored in the lake. */
export async function GET(request: Request): Promise<Response> {
  const secret = new URL(request.url).searchParams.get(urlSearchParamPreviewSecret)
  try {
    // It is asked about each secret by itself, so only ours gets there.
    if (!secret || !(await findPreviewSecret(secret))) return new Response('Invalid secret', { status: 401 })
  } catch {
    return new Response('The content cannot be reached', { status: 503 })
  }
  return enable.GET(request)
}
