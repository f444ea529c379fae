import { isOver, isShown } from '@/lib/announcements/due'
import { publishedId } from '@/lib/content/tags'
import type { Transaction } from '../log'

/** When a document was written last, by whom, and whether visitors see that. */
export type Latest = { id: string; at: string; author: string | null; isPublished: boolean }

/**
 * The last change of each document, newest first.
 *
 * @param log - transactions, newest first
 * @param known - published ids of the documents that count
 */
export function latestChanges(log: readonly Transaction[], known: ReadonlySet<string>): Latest[] {
  const latest = new Map<string, Latest>()
  for (const { documentIDs, timestamp, author } of log) {
    for (const id of new Set(documentIDs.map(publishedId))) {
      if (!known.has(id) || latest.has(id)) continue
      latest.set(id, { id, at: timestamp, author: author ?? null, isPublished: documentIDs.includes(id) })
    }
  }
  return [...latest.values()]
}

/** An announcement as the lake has it. */
export type Announcement = { _id: string; text: string | null; start: string | null; end: string | null }

/** How long before its end an announcement is pointed out. Milliseconds. */
const soon = 3 * 24 * 3_600_000

/**
 * What announcements are up to.
 *
 * @param now - milliseconds since 1970
 * @returns those shown now or to come, the next first, and of these the ones that end within three days
 */
export function announcementsAt(announcements: readonly Announcement[], now: number) {
  const scheduled = announcements
    .filter((one) => !isOver(one, now) && !Number.isNaN(Date.parse(String(one.start))))
    .toSorted((a, b) => String(a.start).localeCompare(String(b.start)))
    .map((one) => ({ ...one, isNow: isShown(one, now) }))
  return { scheduled, ending: scheduled.filter((one) => one.isNow && isOver(one, now + soon)) }
}
