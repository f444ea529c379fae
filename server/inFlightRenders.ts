import { setTimeout as wait } from 'node:timers/promises'
import { longestRenderMs } from '../lib/content/pageCache.ts'
import { getProcessTimeMs } from '../lib/processClock.ts'
import { areTagsExpired, type Cache, tagsManifest } from './nextCache.ts'

/** Next reads its clock a little later, so a page that is due this soon counts as due. */
const dueMarginMs = 1000

type StoredPage = Awaited<ReturnType<Cache['get']>>

/** `since` is from before the render read its content. */
type Render = { since: number; ended: Promise<void>; end: () => void }

/** By cache key: Next renders one copy of a page at a time. */
const inFlightRenders = new Map<string, Render>()

/**
 * Tracks the render of a page that is due. Next does not report a render that fails, or that never begins because the page
 * was only prefetched: it stays tracked until the page is requested again.
 *
 * @param since - from before `stored` was read, in milliseconds since the epoch
 */
export function trackRender(key: string, since: number, stored: StoredPage): void {
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
 * Whether one of a page's tags expired during its render. Such a page must not be stored: Next dates it by the time at which
 * it is stored, so that the change would not show until the page is due.
 */
export function isOutdated(key: string, tags: readonly string[]): boolean {
  const render = inFlightRenders.get(key)
  return render !== undefined && hasExpired(tags, render.since)
}

/** Whether any of the tags expired after a time, in milliseconds since the epoch. */
export function hasExpired(tags: readonly string[], since: number): boolean {
  return areTagsExpired([...tags], since)
}

/** Expires tags at once, then waits for the in-flight renders, whose pages visitors may still receive. */
export async function expire(tags: readonly string[]): Promise<void> {
  const now = getProcessTimeMs()
  for (const tag of tags) recordExpiry(tag, now)
  const pending = [...inFlightRenders.values()].filter(
    ({ since }) => since <= now && since > now - longestRenderMs,
  )
  // Next's own expiry covers a page that was stored in this very millisecond, and comes after this one.
  const ends = [wait(2), ...pending.map(({ ended }) => ended)]
  await Promise.race([Promise.all(ends), wait(longestRenderMs, undefined, { ref: false })])
}

/** Records when a tag expired, in milliseconds since the epoch. A later recorded time stays. */
export function recordExpiry(tag: string, at: number): void {
  const recorded = tagsManifest.get(tag)
  tagsManifest.set(tag, { ...recorded, expired: Math.max(at, recorded?.expired ?? 0) })
}

function isDue(stored: StoredPage): boolean {
  if (!stored) return true
  const revalidate = stored.cacheControl?.revalidate
  if (typeof revalidate !== 'number') return false
  return (stored.lastModified ?? 0) + revalidate * 1000 < getProcessTimeMs() + dueMarginMs
}
