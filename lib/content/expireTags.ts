import 'server-only'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { longestRenderMs, pageCache } from './pageCache'

/** The time limit of a route that expires tags: in-flight renders take 12 seconds at most. Milliseconds. */
export const expiryMs = longestRenderMs + 8000

/**
 * Expires cache tags. Later requests for a page receive one that was rendered afterwards.
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
 * For a host with its own page cache: a page that was rendering when the change arrived may be stored as new with the
 * old text, so the tags expire once more when it must be stored.
 */
async function expireAgain(tags: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestRenderMs))
  revalidate(tags)
}

function revalidate(tags: readonly string[]): void {
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
}
