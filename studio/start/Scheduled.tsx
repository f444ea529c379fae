import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { DocumentRow, ListSection, TextRow } from './ListSection'
import type { Overview } from './useOverview'

/** Lists current and future announcements. */
export function Scheduled({ overview: { scheduledAnnouncements } }: { overview: Overview }) {
  return (
    <ListSection title="Scheduled">
      {scheduledAnnouncements.length === 0 && <TextRow text="No announcement is live or scheduled." />}
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
    </ListSection>
  )
}
