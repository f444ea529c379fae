import 'server-only'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { getPageCache, longestRenderMs } from './contentPageCache'

/** The time limit of a route that expires tags and waits up to {@link longestRenderMs} for in-flight renders. */
export const expiryTimeoutMs = longestRenderMs + 8000

/**
 * Expires cache tags. Later requests get pages that are rendered after this call; on a host with its own page cache, this
 * is certain only after {@link longestRenderMs}.
 */
export async function expireTags(tags: readonly string[]): Promise<void> {
  const revalidate = () => {
    for (const tag of tags) revalidateTag(tag, { expire: 0 })
  }
  const cache = getPageCache()
  await cache?.expire(tags)
  revalidate()
  if (cache) return
  // An in-flight render may still store a page with old content, so the tags expire again once it must have finished.
  after(async () => {
    await new Promise((resolve) => setTimeout(resolve, longestRenderMs))
    revalidate()
  })
}
