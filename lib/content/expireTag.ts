import 'server-only'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { pageCache } from './pageCache'

/** No page takes longer to be made: the lake is given ten seconds. Milliseconds. */
const longestMaking = 12_000

/**
 * Expires what was made of a tag. Whoever asks for a page afterwards gets one that is made anew.
 *
 * @param tag - a cache tag
 */
export async function expireTag(tag: string): Promise<void> {
  const pages = pageCache()
  await pages?.expire(tag)
  revalidateTag(tag, { expire: 0 })
  if (!pages) after(() => expireAgain(tag))
}

/**
 * For a host that keeps pages itself: a page that was being made when the change arrived may have been stored as new
 * with the old text, so it expires once more when it must be there.
 */
async function expireAgain(tag: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestMaking))
  revalidateTag(tag, { expire: 0 })
}
