import type { ReactNode } from 'react'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Text } from '@/components/ui/text/Text'
import type { Topic } from '@/lib/contact/fields'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { pages } from '@/lib/pages'

/** Returns the link to the studio's scheduling page or the contact form, for booking a session or the onboarding. */
export function getBookingLink({ settings }: SiteContent, label: string, topic: Topic = 'session') {
  return settings?.bookingUrl
    ? { kind: 'url', url: settings.bookingUrl, label }
    : { kind: 'contact', page: pages.contact.path, topic, label }
}

type MemberSwitchProps = {
  /** Shown to members. */
  forMembers: ReactNode
  /** Content for visitors who are not members, such as a checkout button. */
  children: ReactNode
}

/** Shows `forMembers` to members, and `children` to other visitors. */
export function MemberSwitch({ forMembers, children }: MemberSwitchProps) {
  return (
    <div className="member-switch">
      <div className="unless-member">{children}</div>
      <div className="for-members">{forMembers}</div>
    </div>
  )
}

type MemberOfferProps = {
  /** The label of the checkout button; without one, nothing is sold, and members see what other visitors see. */
  label: string | null | undefined
  site: SiteContent
  /** Shown to visitors who are not members: the checkout button and its terms. */
  children: ReactNode
}

/** Shows members a note and links to book a session and open the account, instead of a section's offer. */
export function MemberOffer({ label, site, children }: MemberOfferProps) {
  if (!isText(label)) return children
  const { subscription, checkout } = site.messages
  const account = { kind: 'page', page: pages.account.path, label: checkout.alreadySubscribedLink }
  const forMembers = (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ContentLink link={getBookingLink(site, subscription.bookLink)} site={site} className="button" />
        <ContentLink link={account} site={site} className="text-link" />
      </div>
      <Text className="mt-4 max-w-[24.5em]">{subscription.memberText}</Text>
    </>
  )
  return <MemberSwitch forMembers={forMembers}>{children}</MemberSwitch>
}
