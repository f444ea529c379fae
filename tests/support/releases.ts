import { formatStudioTime, parseStudioTime } from '../../lib/content/studioTime.ts'
import { contentClient } from './content.ts'

/** Deletes every release in any state, because a scheduled one locks its documents. */
export async function removeReleases(): Promise<void> {
  const client = contentClient()
  const { releases } = client
  const allReleases = await client.fetch<{ name: string; state: string }[]>(
    '*[_type == "system.release"]{name, state}',
  )
  for (const { name: releaseId, state } of allReleases) {
    if (state === 'scheduled') await releases.unschedule({ releaseId })
    if (state === 'scheduled' || state === 'active') await releases.archive({ releaseId })
    await releases.delete({ releaseId })
  }
}

/** The days on which the studio's summer time ends and begins, five years ahead, which no test's clock reaches. */
export const [summerTimeEnd, summerTimeStart] = findClockChanges()

function findClockChanges(): [Date, Date] {
  const year = new Date().getUTCFullYear() + 5
  const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)))
  const parseTime = (day: Date, time: string) => parseStudioTime(`${day.toISOString().slice(0, 10)}T${time}`)
  const startDay = days.find((day) => !parseTime(day, '02:30'))
  const getMsFromOneToThree = (day: Date) => Number(parseTime(day, '03:00')) - Number(parseTime(day, '01:00'))
  const endDay = days.find((day) => getMsFromOneToThree(day) === 3 * 3_600_000)
  if (!startDay || !endDay) throw new Error('Clocks in Los Angeles do not change in that year.')
  return [endDay, startDay]
}

/** Returns tomorrow at 9 AM in the studio's time zone. */
export function getTomorrowAtNine(): Date {
  const studioTime = formatStudioTime(new Date(Date.now() + 24 * 3600 * 1000))
  const date = parseStudioTime(`${studioTime.slice(0, 10)}T09:00`)
  if (!date) throw new Error('The clock change skips 9 AM.')
  return date
}

/**
 * Creates a draft like one that was scheduled for tomorrow and then paused. The Studio stores it as a release with one
 * version.
 *
 * @param fields - the changed fields of the document
 * @returns the name of the release
 */
export async function createPausedScheduledDraft(publishedId: string, fields: object): Promise<string> {
  const releaseId = 'rPaused'
  const intendedPublishAt = getTomorrowAtNine().toISOString()
  await contentClient().releases.create({
    releaseId,
    metadata: { title: 'Scheduled draft', releaseType: 'scheduled', cardinality: 'one', intendedPublishAt },
  })
  await changeInRelease(releaseId, publishedId, fields)
  return releaseId
}

/** Adds a published document to a release, with changed fields. */
export async function changeInRelease(releaseId: string, publishedId: string, fields: object): Promise<void> {
  const client = contentClient()
  await client.createVersion({ releaseId, publishedId, baseId: publishedId })
  await client.patch(`versions.${releaseId}.${publishedId}`).set(fields).commit()
}
