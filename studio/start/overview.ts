import { z } from 'zod'
import { hasEnded, isShown } from '@/lib/announcements/schedule'
import { getPublishedId } from '@/lib/content/tags'
import type { Transaction } from '../transactionLog'

/** When a document was written last, by whom, and whether visitors see that. */
export type Latest = { id: string; at: string; author: string | null; isPublished: boolean }

/**
 * The last change of each document, newest first. A change of a draft counts while the draft exists: after a discard
 * nothing of it is left.
 *
 * @param log - transactions, newest first
 * @param existing - ids of the documents that count, of drafts and versions as well
 */
export function getLatestChanges(log: readonly Transaction[], existing: ReadonlySet<string>): Latest[] {
  const latest = new Map<string, Latest>()
  for (const { documentIDs, timestamp, author } of log) {
    for (const id of new Set(documentIDs.filter((one) => existing.has(one)).map(getPublishedId))) {
      if (latest.has(id)) continue
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
export function groupAnnouncements(announcements: readonly Announcement[], now: number) {
  const scheduled = announcements
    .filter((one) => !hasEnded(one, now) && !Number.isNaN(Date.parse(String(one.start))))
    .toSorted((a, b) => String(a.start).localeCompare(String(b.start)))
    .map((one) => ({ ...one, isNow: isShown(one, now) }))
  return { scheduled, ending: scheduled.filter((one) => one.isNow && hasEnded(one, now + soon)) }
}

/** Asks for the releases that are still to be published, which Sanity's paid plans have. */
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

/** Documents that are to be published together, or a draft at a time. */
export type PlannedRelease = {
  name: string
  /** Empty when nobody gave it one. */
  title: string
  /** When it is meant to be published, as an ISO date and time in UTC. */
  at: string | null
  /** False while somebody has to schedule it, again or for the first time. */
  isScheduled: boolean
  /** Why publishing it at its time failed. */
  failure: string | null
  /** The published ids of its documents. */
  documents: string[]
  /** Whether it is a draft that is published at a time, which Sanity keeps as a release of one document. */
  isScheduledDraft: boolean
}

/**
 * What is being prepared for a time, the next first, what has none last.
 *
 * @param found - the answer to {@link openReleasesQuery}
 * @param ids - of all documents, those in releases among them
 */
export function parsePlannedReleases(found: unknown, ids: readonly string[]): PlannedRelease[] {
  return releasesSchema
    .parse(found)
    .map(({ name, state, publishAt, error, metadata }) => ({
      name,
      title: metadata.title ?? '',
      at: publishAt ?? metadata.intendedPublishAt ?? null,
      isScheduled: state !== 'active',
      failure: error?.message ?? null,
      documents: ids.filter((id) => id.startsWith(`versions.${name}.`)).map(getPublishedId),
      isScheduledDraft: metadata.cardinality === 'one',
    }))
    .toSorted((a, b) => (a.at ?? 'later').localeCompare(b.at ?? 'later'))
}
