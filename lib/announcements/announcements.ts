import 'server-only'
import { stegaClean } from '@sanity/client/stega'
import { defineQuery } from 'groq'
import { cacheLife, cacheTag } from 'next/cache'
import { headers } from 'next/headers'
import { readPreviewSession } from '@/lib/content/preview/previewSession'
import { expireTags } from '@/lib/content/reading/expireTags'
import { linkFields } from '@/lib/content/reading/fragments'
import { loadContent } from '@/lib/content/reading/load'
import { fetchPublished } from '@/lib/content/reading/published'
import { announcementListId } from '@/lib/content/reading/tags'
import type { AnnouncementsQueryResult } from '@/lib/content/types.generated'
import { searchHeader } from '@/lib/draftCookie'
import { environment } from '@/lib/env'
import type { Page } from '@/lib/pages'
import { hasEnded, isShown } from './schedule'
import { announcementSearchParam, targetsPage } from './targetsPage'

/** Cache tag of the current announcements, which can change without a publish. */
const activeTag = 'announcements-shown'

/** The 100 announcements with the latest starts, latest first; a page shows the first current one that targets it. */
export const announcementsQuery = defineQuery(`*[_type == "announcement"] | order(start desc)[0...100]{
  _id,
  text,
  "link": links[0]{${linkFields}},
  tone,
  start,
  end,
  pages
}`)

/** An announcement, as the query returns it. */
export type Announcement = AnnouncementsQueryResult[number]

/**
 * Finds the announcement for a page. In a preview it may be a future one, and `?announcement=` selects the one that an
 * editor previews.
 */
export async function findAnnouncement(page: Page): Promise<Announcement | undefined> {
  const announcements = (await readPreviewSession())
    ? await loadDraftAnnouncements()
    : await loadActiveAnnouncements()
  return announcements.find(({ pages }) => targetsPage(stegaClean(pages), page))
}

/** The announcements that have not ended: first the one in `?announcement=`, then current, then future ones. */
async function loadDraftAnnouncements(): Promise<AnnouncementsQueryResult> {
  const announcements = await loadContent(announcementsQuery, { documents: [announcementListId] })
  const search = (await headers()).get(searchHeader) ?? ''
  const previewedId = new URLSearchParams(search).get(announcementSearchParam)
  const now = Date.now()
  const getRank = (announcement: Announcement) =>
    announcement._id === previewedId ? 0 : isShown(announcement, now) ? 1 : 2
  return announcements
    .filter((announcement) => !hasEnded(announcement, now))
    .toSorted((a, b) => getRank(a) - getRank(b))
}

/**
 * The current published announcements. Cached until one starts, ends or changes, and revalidated regularly. The clock
 * is read in this cached function, so pages stay static.
 */
async function loadActiveAnnouncements(): Promise<AnnouncementsQueryResult> {
  'use cache'
  cacheTag(activeTag)
  cacheLife({
    stale: 30,
    revalidate: environment().CONTENT_REVALIDATE_SECONDS,
    expire: 31_536_000,
  })
  const now = Date.now()
  return (await fetchPublishedAnnouncements()).filter((announcement) => isShown(announcement, now))
}

async function fetchPublishedAnnouncements(): Promise<AnnouncementsQueryResult> {
  // typegen derived this type from the query and the schema.
  return (await fetchPublished(announcementsQuery, {}, [announcementListId])) as AnnouncementsQueryResult
}

/** How far back the first call in a process checks. The scheduler calls every minute. */
const lookBackMs = 600_000

/** The time of this process's last check. */
let lastCheckedAt: number | undefined

/**
 * Expires the pages when an announcement has started or ended since the last check. The next load renders them again
 * from cached content.
 *
 * @returns whether pages were expired
 */
export async function expireDuePages(): Promise<boolean> {
  const now = Date.now()
  const announcements = await fetchPublishedAnnouncements()
  const listShownIds = (time: number) =>
    announcements.filter((announcement) => isShown(announcement, time)).map(({ _id }) => _id)
  const isDue = String(listShownIds(lastCheckedAt ?? now - lookBackMs)) !== String(listShownIds(now))
  if (isDue) await expireTags([activeTag])
  lastCheckedAt = now
  return isDue
}
