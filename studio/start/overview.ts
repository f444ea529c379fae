import { z } from 'zod'
import { hasEnded, isShown } from '@/lib/announcements/schedule'
import { getPublishedId } from '@/lib/content/tags'
import type { Transaction } from '../transactionLog'

/** A document's last change, with its author's id and whether the change was published. */
export type LatestChange = { id: string; changedAt: string; author: string | null; isPublished: boolean }

/**
 * Returns the last change of each document, newest first. Changes of a discarded draft are ignored.
 *
 * @param log - transactions, newest first
 * @param existingIds - ids of existing documents, drafts and versions included
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

/** Fetches open releases, neither published nor archived: a feature of Sanity's paid plans. */
export const openReleasesQuery = 'releases::all()[state in ["active", "scheduling", "scheduled"]]'

/** https://reference.sanity.io/_sanity/client/ReleaseDocument/ */
const releasesSchema = z.array(
  z.looseObject({
    name: z.string(),
    state: z.string(),
    publishAt: z.string().nullish(),
    error: z.looseObject({ message: z.string() }).nullish(),
    metadata: z.looseObject({
      title: z.string().nullish(),
      intendedPublishAt: z.string().nullish(),
      cardinality: z.string().nullish(),
    }),
  }),
)

/** A release of several documents, or a scheduled draft. */
export type PlannedRelease = {
  name: string
  /** Empty for a release without a title. */
  title: string
  /** Planned publication time, ISO 8601, UTC. */
  publishAt: string | null
  /** Whether an editor has scheduled it. */
  isScheduled: boolean
  /** Error message of a failed publication. */
  failure: string | null
  /** The published ids of its documents. */
  documents: string[]
  /** Whether it is a scheduled draft, which Sanity stores as a release of one document. */
  isScheduledDraft: boolean
}

/**
 * Parses open releases, sorted by time; those without a time come last.
 *
 * @param releases - the result of {@link openReleasesQuery}
 * @param ids - ids of all documents, versions in releases included
 */
export function parsePlannedReleases(releases: unknown, ids: readonly string[]): PlannedRelease[] {
  return (
    releasesSchema
      .parse(releases)
      .map(({ name, state, publishAt, error, metadata }) => ({
        name,
        title: metadata.title ?? '',
        publishAt: publishAt ?? metadata.intendedPublishAt ?? null,
        isScheduled: state !== 'active',
        failure: error?.message ?? null,
        documents: ids.filter((id) => id.startsWith(`versions.${name}.`)).map(getPublishedId),
        isScheduledDraft: metadata.cardinality === 'one',
      }))
      // A release without a time comes last, because letters sort after digits.
      .toSorted((a, b) => (a.publishAt ?? 'later').localeCompare(b.publishAt ?? 'later'))
  )
}
