import { SiteLink } from '@/components/ui/link/SiteLink'
import type { SiteContent } from '@/lib/content/reading/settings'

/** A link to book a session, which members see in the place of a checkout button. */
export function BookingLink({ site, className }: { site: SiteContent; className: string }) {
  return (
    <SiteLink
      href="/contact?topic=session"
      label={site.messages.subscription.bookLink}
      className={`${className} for-members`}
    />
  )
}
