import { stegaClean } from '@sanity/client/stega'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Text } from '@/components/ui/text/Text'
import { findAnnouncement } from '@/lib/announcements/announcements'
import { getAnnouncementKey } from '@/lib/announcements/closedAnnouncements'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import type { Page } from '@/lib/pages'

type AnnouncementProps = { page: Page; site: SiteContent }

/** Renders the page's announcement, if any, as a landmark that visitors can close. Previews also show future ones. */
export async function Announcement({ page, site }: AnnouncementProps) {
  const announcement = await findAnnouncement(page)
  if (!announcement || !isText(announcement.text)) return null
  const { announcement: label, closeMessage } = site.messages.accessibility
  const key = getAnnouncementKey(announcement)
  const surface = stegaClean(announcement.tone) === 'bright' ? 'surface-amber' : 'surface-deep'
  return (
    <section aria-label={stegaClean(label)} className={`announcement no-print ${surface}`} data-key={key}>
      {/* An inline script lists closed announcements in `data-closed` (lib/announcements/closedAnnouncements.ts). */}
      <style>{`[data-closed~="${key}"] [data-key="${key}"]{display:none}`}</style>
      <div className="announcement-text">
        <Text>{announcement.text}</Text>
        <ContentLink link={announcement.link} site={site} className="text-link" />
      </div>
      <button type="button" className="close-button" data-close={key} aria-label={stegaClean(closeMessage)} />
    </section>
  )
}
