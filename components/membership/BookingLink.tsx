import { ContentLink } from '@/components/ui/link/ContentLink'
import type { SiteContent } from '@/lib/content/reading/settings'
import { pages } from '@/lib/pages'

/** Returns the link with which members book a session: to the studio's scheduling page, or to the contact form. */
export function getBookingLink({ settings }: SiteContent, label: string) {
  return settings?.bookingUrl
    ? { kind: 'url', url: settings.bookingUrl, label }
    : { kind: 'contact', page: pages.contact.path, topic: 'session', label }
}

/** A link to book a session, which members see in the place of a checkout button. */
export function BookingLink({ site, className }: { site: SiteContent; className: string }) {
  return (
    <ContentLink
      link={getBookingLink(site, site.messages.subscription.bookLink)}
      site={site}
      className={`${className} for-members`}
    />
  )
}
