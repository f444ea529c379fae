import { hasEnded, isShown } from '@/lib/announcements/schedule'
import { getPublishedId } from '@/lib/content/tags'
import type { Transaction } from '../transactionLog'

/** A document's last change, with its author's id and whether the change was published. */
export type LatestChange = { id: string; changedAt: string; author: string | null; isPublished: boolean }

/**
 * Returns the last change of each document, newest first. Changes of a discarded draft are ignored.
 *
 * @param log - transactions, newest first
 * @param existingIds - ids of existing documents, drafts included
 */
export function getLatestChanges(
  log: readonly Transaction[],
  existingIds: ReadonlySet<string>,
): LatestChange[] {
  const latest = new Map<string, LatestChange>()
  for (const { documentIDs, timestamp, author } of log) {
    for (const id of new Set(
      documentIDs.filter((documentId) => existingIds.has(documentId)).map(getPublishedId),
    )) {
      if (latest.has(id)) continue
      latest.set(id, {
        id,
        changedAt: timestamp,
        author: author ?? null,
        isPublished: documentIDs.includes(id),
      })
    }
  }
  return [...latest.values()]
}

/** A published announcement. */
export type Announcement = { _id: string; text: string | null; start: string | null; end: string | null }

/** How long before its end an announcement needs attention. */
const endingSoonMs = 3 * 24 * 3_600_000

/**
 * Groups announcements by time.
 *
 * @param nowMs - milliseconds since 1970
 * @returns current and future announcements, sorted by start, and the current ones that end within three days
 */
export function groupAnnouncements(announcements: readonly Announcement[], nowMs: number) {
  const scheduledAnnouncements = announcements
    .filter(
      (announcement) =>
        !hasEnded(announcement, nowMs) && !Number.isNaN(Date.parse(String(announcement.start))),
    )
    .toSorted((a, b) => String(a.start).localeCompare(String(b.start)))
    .map((announcement) => ({ ...announcement, isNow: isShown(announcement, nowMs) }))
  return {
    scheduledAnnouncements,
    endingAnnouncements: scheduledAnnouncements.filter(
      (announcement) => announcement.isNow && hasEnded(announcement, nowMs + endingSoonMs),
    ),
  }
}
