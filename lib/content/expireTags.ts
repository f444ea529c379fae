import 'server-only'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { longestRenderMs, pageCache } from './pageCache'

/** The time limit of a route that expires tags: in-flight renders take at most 12 seconds. */
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
 * For a host with its own page cache: a page that was in flight when the change arrived may be stored with the old
 * content, so the tags expire again once that render must be stored.
 */
async function expireAgain(tags: readonly string[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestRenderMs))
  revalidate(tags)
}

function revalidate(tags: readonly string[]): void {
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
}
