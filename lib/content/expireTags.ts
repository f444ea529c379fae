import 'server-only'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { longestRenderMs, pageCache } from './pageCache'

/** How long a route that expires tags may take: pages that are being made take 12 seconds at most. Milliseconds. */
export const expiryMs = longestRenderMs + 8000

/**
 * Expires what was made of some tags. Whoever asks for a page afterwards gets one that is made anew.
 *
 * @param tags - cache tags
 */
export async function expireTags(tags: readonly string[]): Promise<void> {
  const pages = pageCache()
  await pages?.expire(tags)
  revalidate(tags)
  if (!pages) after(() => expireAgain(tags))
}

/**
 * For a host that keeps pages itself: a page that was being made when the change arrived may have been stored as new
 * with the old text, so it expires once more when it must be there.
 */
async function expireAgain(tags: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestRenderMs))
  revalidate(tags)
}

function revalidate(tags: readonly string[]): void {
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
}
