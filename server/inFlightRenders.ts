import { setTimeout as wait } from 'node:timers/promises'
import { longestRenderMs } from '../lib/content/reading/contentPageCache.ts'
import { getProcessTimeMs } from '../lib/processClock.ts'
import { areTagsExpired, type CachedEntry, tagsManifest } from './nextCache.ts'

/** Next reads the clock slightly later than this module, so a page that is due within this time counts as due. */
const dueMarginMs = 1000

type Render = {
  /** A time before the render read its content, on the clock of `getProcessTimeMs`. */
  since: number
  ended: Promise<void>
  end: () => void
}

/** The renders by cache key. Next runs at most one render of a page at a time. */
const inFlightRenders = new Map<string, Render>()

/**
 * Tracks the render that Next begins for a page that is not stored or is due for revalidation; tracks nothing for other
 * pages. Next does not report a render that fails, or that never starts because the page was only prefetched. Such a
 * render stays tracked until the page is requested again.
 *
 * @param since - a time before `stored` was read, on the clock of `getProcessTimeMs`
 */
export function trackRender(key: string, since: number, stored: CachedEntry): void {
  if (!isDue(stored)) return
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  inFlightRenders.set(key, { since, ended, end })
}

/** Stops tracking the render of a page. */
export function endRender(key: string): void {
  inFlightRenders.get(key)?.end()
  inFlightRenders.delete(key)
}

/**
 * Whether one of a page's tags expired during its render. Such a page must not be stored: Next's timestamp for it would
 * be later than the expiry, so the change would not appear until the next revalidation.
 */
export function isOutdated(key: string, tags: readonly string[]): boolean {
  const render = inFlightRenders.get(key)
  return render !== undefined && hasExpired(tags, render.since)
}

/** Whether any of the tags expired after `since`, on the clock of `getProcessTimeMs`. */
export function hasExpired(tags: readonly string[], since: number): boolean {
  return areTagsExpired([...tags], since)
}

/**
 * Expires tags immediately, then waits at most {@link longestRenderMs} for in-flight renders, since visitors may still
 * receive their pages.
 */
export async function expire(tags: readonly string[]): Promise<void> {
  const nowMs = getProcessTimeMs()
  for (const tag of tags) tagsManifest.set(tag, { ...tagsManifest.get(tag), expired: nowMs })
  const pending = [...inFlightRenders.values()].filter(
    ({ since }) => since <= nowMs && since > nowMs - longestRenderMs,
  )
  // The caller expires the tags in Next after this wait. Waiting 2 ms covers pages stored in this millisecond.
  const endings = [wait(2), ...pending.map(({ ended }) => ended)]
  await Promise.race([Promise.all(endings), wait(longestRenderMs, undefined, { ref: false })])
}

function isDue(stored: CachedEntry): boolean {
  if (!stored) return true
  const revalidate = stored.cacheControl?.revalidate
  if (typeof revalidate !== 'number') return false
  return (stored.lastModified ?? 0) + revalidate * 1000 < getProcessTimeMs() + dueMarginMs
}
