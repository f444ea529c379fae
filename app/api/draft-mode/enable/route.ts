import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { createProcessLimit } from '@/lib/api/processLimit'
import { senderOf } from '@/lib/api/sender'
import { previewClient } from '@/lib/content/draft'

export const maxDuration = 30

const enable = defineEnableDraftMode({ client: previewClient })

/** Guesses: each costs a request to the content lake. What an editor opens is not counted. */
const guesses = createProcessLimit({ count: 20, total: 600, seconds: 60 })

/** Presentation opens this with a secret that the Studio has just stored in the lake. */
export async function GET(request: Request): Promise<Response> {
  const sender = senderOf(request)
  if (!guesses.take(sender)) {
    return new Response('Too many requests', { status: 429, headers: { 'Retry-After': '60' } })
  }
  const response = await enable.GET(request)
  if (response.status < 400) guesses.giveBack(sender)
  return response
}
