import type { ReactNode } from 'react'
import { ContentLink } from '@/components/ui/link/ContentLink'
import type { SiteContent } from '@/lib/content/reading/settings'
import { pages } from '@/lib/pages'

/** Returns the link with which members book a session: to the studio's scheduling page, or to the contact form. */
export function getBookingLink({ settings }: SiteContent, label: string) {
  return settings?.bookingUrl
    ? { kind: 'url', url: settings.bookingUrl, label }
    : { kind: 'contact', page: pages.contact.path, topic: 'session', label }
}

type MemberSwitchProps = {
  site: SiteContent
  /** The classes of the link to book a session. */
  className: string
  /** Shown to visitors who are not members, such as a checkout button. */
  children: ReactNode
}

/** Shows members a link to book a session in place of a checkout button. */
export function MemberSwitch({ site, className, children }: MemberSwitchProps) {
  const link = getBookingLink(site, site.messages.subscription.bookLink)
  return (
    <div className="member-switch">
      <div className="unless-member">{children}</div>
      <ContentLink link={link} site={site} className={`${className} for-members`} />
    </div>
  )
}
