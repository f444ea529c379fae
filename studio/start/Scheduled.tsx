import { useCurrentUser } from 'sanity'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { hasPaidFeatures } from '../releases'
import { canPublish } from '../roles'
import { DocumentRow, ListSection, TextRow } from './ListSection'
import type { Overview, PlannedReleaseRow } from './useOverview'

/** Lists current and future announcements, and open releases and scheduled drafts where the Sanity plan has them. */
export function Scheduled({ overview: { scheduledAnnouncements, plannedReleases } }: { overview: Overview }) {
  const canOpenReleases = canPublish(useCurrentUser())
  return (
    <ListSection title="Scheduled">
      {scheduledAnnouncements.length + plannedReleases.length === 0 && (
        <TextRow
          text={hasPaidFeatures ? 'Nothing is live or scheduled.' : 'No announcement is live or scheduled.'}
        />
      )}
      {scheduledAnnouncements.map(({ _id, text, start, end, isNow }) => (
        <DocumentRow
          key={_id}
          id={_id}
          type="announcement"
          title={text ?? 'An announcement'}
          note={
            isNow
              ? `Announcement, live until ${formatStudioTimeShort(new Date(String(end)))}`
              : `Announcement, from ${formatStudioTimeShort(new Date(String(start)))} to ${formatStudioTimeShort(new Date(String(end)))}`
          }
        />
      ))}
      {plannedReleases.map((release) => (
        <DocumentRow
          key={release.name}
          {...release.target}
          link={canOpenReleases || release.target.link.intent !== 'release' ? release.target.link : null}
          tone={release.failure ? 'critical' : 'default'}
          note={formatNote(release)}
        />
      ))}
    </ListSection>
  )
}

/** Formats a note such as “Release with 3 documents, goes live Nov 27, 2027, 9:00 AM”. */
function formatNote({
  publishAt,
  documents,
  failure,
  isScheduled,
  isScheduledDraft,
}: PlannedReleaseRow): string {
  const subject = isScheduledDraft ? 'Draft' : `Release ${formatCount(documents.length)}`
  const time = publishAt ? formatStudioTimeShort(new Date(publishAt)) : ''
  if (failure) return `${subject}, not published: ${failure}`
  if (isScheduled) return `${subject}, goes live ${time}`
  return time ? `${subject}, planned for ${time}, not scheduled` : `${subject}, not scheduled`
}

function formatCount(documentCount: number): string {
  if (documentCount === 0) return 'with no documents'
  return documentCount === 1 ? 'with 1 document' : `with ${documentCount} documents`
}
