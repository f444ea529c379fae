import { setTimeout as wait } from 'node:timers/promises'
import { longestRenderMs } from '../lib/content/pageCache.ts'
import { processNow } from '../lib/processClock.ts'
import { areTagsExpired, type Cache, tagsManifest } from './nextCache.ts'

/** A page that is due this soon counts as being rendered: Next reads its clock a little later. Milliseconds. */
const margin = 1000

/** A render under way; `since` is from before its content was read. */
type Render = { since: number; ended: Promise<void>; end: () => void }

/** The renders under way by cache key. Next renders one copy of a page at a time. */
const renders = new Map<string, Render>()

/**
 * Records that a page is being rendered, if it is due. A render that fails, or that never begins because the page was only
 * prefetched, is not reported by Next: it stays until the page is requested again.
 *
 * @param since - from before `found` was read, in milliseconds since the epoch
 * @param found - the stored page
 */
export function beginRender(key: string, since: number, found: Awaited<ReturnType<Cache['get']>>): void {
  if (!isDue(found)) return
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  renders.set(key, { since, ended, end })
}

/** Records that a page is no longer being rendered. */
export function endRender(key: string): void {
  renders.get(key)?.end()
  renders.delete(key)
}

/**
 * Whether a page must not be stored, because one of its tags expired during its render. Next gives a page the time at which
 * it is stored, so that such a change would be lost until the page is due.
 */
export function isOutdated(key: string, tags: readonly string[]): boolean {
  const render = renders.get(key)
  return render !== undefined && hasExpired(tags, render.since)
}

/** Whether any of the tags expired after a time, in milliseconds since the epoch. */
export function hasExpired(tags: readonly string[], since: number): boolean {
  return areTagsExpired([...tags], since)
}

/** Expires tags at once, and waits for the renders under way: until then, visitors may receive their pages. */
export async function expire(tags: readonly string[]): Promise<void> {
  const now = processNow()
  for (const tag of tags) recordExpiry(tag, now)
  const pending = [...renders.values()].filter(({ since }) => since <= now && since > now - longestRenderMs)
  // A page that was stored in this very millisecond is covered by Next's own expiry, which comes after.
  const ends = [wait(2), ...pending.map(({ ended }) => ended)]
  await Promise.race([Promise.all(ends), wait(longestRenderMs, undefined, { ref: false })])
}

/** Records that a tag expired at a time, in milliseconds since the epoch. A later time that is recorded stays. */
export function recordExpiry(tag: string, at: number): void {
  const recorded = tagsManifest.get(tag)
  tagsManifest.set(tag, { ...recorded, expired: Math.max(at, recorded?.expired ?? 0) })
}

/** Whether Next renders a page: none is stored, or it is older than it may get. */
function isDue(found: Awaited<ReturnType<Cache['get']>>): boolean {
  const revalidate = found?.cacheControl?.revalidate
  if (!found || typeof revalidate !== 'number') return !found
  return (found.lastModified ?? 0) + revalidate * 1000 < processNow() + margin
}
