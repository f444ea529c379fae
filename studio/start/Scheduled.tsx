import { useCurrentUser } from 'sanity'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { hasReleases } from '../releases'
import { canPublish } from '../roles'
import { Nothing, Part, Row } from './parts'
import type { Overview, Planned } from './useOverview'

/** What visitors will see at a time that is set already, as far as the plan of Sanity has it. */
export function Scheduled({ overview: { scheduled, planned } }: { overview: Overview }) {
  const hasTool = canPublish(useCurrentUser())
  return (
    <Part title="Comes and goes by itself">
      {scheduled.length + planned.length === 0 && (
        <Nothing
          text={hasReleases ? 'Nothing is shown or planned.' : 'No announcement is shown or planned.'}
        />
      )}
      {scheduled.map(({ _id, text, start, end, isNow }) => (
        <Row
          key={_id}
          id={_id}
          type="announcement"
          title={text ?? 'An announcement'}
          note={
            isNow
              ? `Announcement, shown now, until ${formatStudioTimeShort(new Date(String(end)))}`
              : `Announcement, from ${formatStudioTimeShort(new Date(String(start)))} to ${formatStudioTimeShort(new Date(String(end)))}`
          }
        />
      ))}
      {planned.map((release) => (
        <Row
          key={release.name}
          {...release.target}
          link={hasTool || release.target.link.intent !== 'release' ? release.target.link : null}
          tone={release.failure ? 'critical' : 'default'}
          note={noteOf(release)}
        />
      ))}
    </Part>
  )
}

/** "Release of 3 documents, goes live Nov 27, 2027, 9:00 AM" */
function noteOf({ at, documents, failure, isScheduled, isScheduledDraft }: Planned): string {
  const what = isScheduledDraft ? 'Draft' : `Release ${counted(documents.length)}`
  const time = at ? formatStudioTimeShort(new Date(at)) : ''
  if (failure) return `${what}, not published at its time: ${failure}`
  if (isScheduled) return `${what}, goes live ${time}`
  return time ? `${what}, meant for ${time}, not scheduled` : `${what}, in preparation`
}

function counted(documents: number): string {
  if (documents === 0) return 'without documents'
  return documents === 1 ? 'of 1 document' : `of ${documents} documents`
}
