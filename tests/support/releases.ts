import { formatStudioTime, parseStudioTime } from '../../lib/content/studioTime.ts'
import { contentClient } from './content.ts'

/** Deletes every release in any state, because a scheduled one locks its documents. */
export async function removeReleases(): Promise<void> {
  const client = contentClient()
  const { releases } = client
  const all = await client.fetch<{ name: string; state: string }[]>(
    '*[_type == "system.release"]{name, state}',
  )
  for (const { name: releaseId, state } of all) {
    if (state === 'scheduled') await releases.unschedule({ releaseId })
    if (state === 'scheduled' || state === 'active') await releases.archive({ releaseId })
    await releases.delete({ releaseId })
  }
}

/** The days on which summer time ends and begins, in a future that the clocks of the tests do not reach. */
export const [lastOfSummer, firstOfSummer] = changesOfClocks()

function changesOfClocks(): [Date, Date] {
  const year = new Date().getUTCFullYear() + 5
  const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)))
  const at = (day: Date, time: string) => parseStudioTime(`${day.toISOString().slice(0, 10)}T${time}`)
  const first = days.find((day) => !at(day, '02:30'))
  const getHours = (day: Date) => Number(at(day, '03:00')) - Number(at(day, '01:00'))
  const last = days.find((day) => getHours(day) === 3 * 3_600_000)
  if (!first || !last) throw new Error('Clocks in Los Angeles do not change in that year.')
  return [last, first]
}

/** Returns tomorrow at 9 AM in the studio's time zone. */
export function tomorrowAtNine(): Date {
  const there = formatStudioTime(new Date(Date.now() + 24 * 3600 * 1000))
  const moment = parseStudioTime(`${there.slice(0, 10)}T09:00`)
  if (!moment) throw new Error('Clocks skip nine in the morning.')
  return moment
}

/**
 * Makes a draft of a document that was scheduled for tomorrow and paused, as the Studio keeps it: in a release of its own.
 *
 * @param fields - what it changes
 * @returns the name of the release
 */
export async function pauseScheduledDraft(publishedId: string, fields: object): Promise<string> {
  const releaseId = 'rPaused'
  const intendedPublishAt = tomorrowAtNine().toISOString()
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
