import { cookies } from 'next/headers'
import { previewSessionCookie } from '@/lib/content/preview/previewCookie'
import { readPreviewSession, validatePreviewSession } from '@/lib/content/preview/previewSession'
import { createPreviewStream } from '@/lib/content/preview/previewStream'

/**
 * Streams an event to a preview for each content change that the Content Lake reports to the server. Without a preview
 * session, sends only `end`.
 */
export async function GET(request: Request): Promise<Response> {
  const session = await readPreviewSession()
  const cookieValue = (await cookies()).get(previewSessionCookie)?.value
  const isValid = async () => (await validatePreviewSession(cookieValue)) !== undefined
  return new Response(session ? createPreviewStream(isValid, request.signal) : 'event: end\ndata: {}\n\n', {
    headers: {
      'Content-Type': 'text/event-stream',
      // Compression or a buffering proxy would delay events.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}
