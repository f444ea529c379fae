import { setTimeout as wait } from 'node:timers/promises'
import { areTagsExpired, type Cache, tagsManifest } from './nextCache.ts'

/** No page takes longer to be made: the lake is given ten seconds. What is older has failed. Milliseconds. */
const longestMaking = 12_000

/** A page that is due this soon counts as being made: Next looks at its clock a little later. Milliseconds. */
const margin = 1000

/** A page that is being made; `since` is from before its content was read. */
type Making = { since: number; done: Promise<void>; end: () => void }

/** The pages that are being made, by the key under which they will be stored. */
const makings = new Map<string, Making>()

/**
 * Notes that a page is being made, if it is due.
 *
 * @param since - from before `found` was looked up, in milliseconds since the epoch
 * @param found - what is stored of it
 */
export function beginMaking(key: string, since: number, found: Awaited<ReturnType<Cache['get']>>): void {
  if (!isDue(found)) return
  for (const making of makings.values()) if (making.since < since - longestMaking) making.end()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  makings.set(key, { since, done, end: () => resolve(void makings.delete(key)) })
}

/** Notes that a page is not being made any more. Next makes one copy of a page at a time. */
export function endMaking(key: string): void {
  makings.get(key)?.end()
}

/**
 * Whether a page must not be kept, since one of its tags expired while it was made. Next gives a page the time at which it
 * is stored, so that a change which arrived meanwhile would be lost until the page is due.
 */
export function isOutdated(key: string, tags: readonly string[]): boolean {
  const making = makings.get(key)
  return making !== undefined && hasExpired(tags, making.since)
}

/** Whether any of the tags expired after a time, in milliseconds since the epoch. */
export function hasExpired(tags: readonly string[], since: number): boolean {
  return areTagsExpired([...tags], since)
}

/**
 * Expires a tag at once, and waits for the pages that were being made: until then, visitors may be given them.
 *
 * @param patience - for how long, in milliseconds
 */
export async function expire(tag: string, patience = longestMaking): Promise<void> {
  const now = Date.now()
  noteExpiry(tag, now)
  const before = [...makings.values()].filter(({ since }) => since <= now).map(({ done }) => done)
  // A page that was stored in this very millisecond is covered by Next's own expiry, which comes after.
  before.push(wait(2))
  await Promise.race([Promise.all(before), wait(patience, undefined, { ref: false })])
}

/** Notes that a tag expired at a time, in milliseconds since the epoch. A later time that is known stays. */
export function noteExpiry(tag: string, at: number): void {
  const known = tagsManifest.get(tag)
  tagsManifest.set(tag, { ...known, expired: Math.max(at, known?.expired ?? 0) })
}

/** Whether Next makes a page anew: there is none, or it is older than it may get. */
function isDue(found: Awaited<ReturnType<Cache['get']>>): boolean {
  if (!found) return true
  const { lastModified, cacheControl } = found
  const revalidate = cacheControl?.revalidate
  return typeof revalidate === 'number' && (lastModified ?? 0) + revalidate * 1000 < Date.now() + margin
}
