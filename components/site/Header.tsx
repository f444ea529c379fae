import { getBookingLink, MemberSwitch } from '@/components/membership/BookingLink'
import { CheckoutDialogLink } from '@/components/membership/offerDialog/CheckoutDialogLink'
import { OfferDialog } from '@/components/membership/offerDialog/OfferDialog'
import { ContentLink } from '@/components/ui/link/ContentLink'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { ContactLinks } from './ContactLinks'
import { MenuPopover } from './MenuPopover'
import { Navigation } from './Navigation'
import { SiteName } from './SiteName'

/** The site's header: skip link, site name, navigation, checkout button, menu and purchase dialog. */
export function Header({ site }: { site: SiteContent }) {
  const { openMenu, closeMenu, skipToContent } = site.messages.accessibility
  return (
    <header className="surface-ink">
      <a href={`#${layoutElementIds.content}`} className="skip-link">
        {skipToContent}
      </a>
      <div className="mx-auto flex min-h-20 w-full max-w-page items-center justify-between gap-x-8 gap-y-2 px-gutter py-2">
        <SiteName site={site} />
        <Navigation
          site={site}
          className="no-print hidden lg:ms-auto lg:block"
          listClassName="flex flex-wrap gap-x-8"
        />
        <div className="no-print hidden lg:block">
          <HeaderButton site={site} className="button button-compact w-full" />
        </div>
        {/* A native popover button, so that the small-screen menu opens before any script loads. */}
        <button
          type="button"
          popoverTarget={layoutElementIds.menu}
          className="menu-button no-print lg:hidden"
        >
          {openMenu}
        </button>
      </div>
      <MenuPopover id={layoutElementIds.menu} className="menu surface-ink">
        <div className="flex min-h-20 items-center justify-between gap-2">
          <SiteName site={site} />
          <button
            type="button"
            popoverTarget={layoutElementIds.menu}
            popoverTargetAction="hide"
            className="menu-button menu-button-close"
          >
            {closeMenu}
          </button>
        </div>
        <Navigation site={site} className="mt-8" listClassName="border-y border-rule divide-y divide-rule" />
        <div className="mt-10 grid gap-8">
          <HeaderButton site={site} className="button w-full" />
          <ContactLinks site={site} />
        </div>
      </MenuPopover>
      <OfferDialog site={site} />
    </header>
  )
}

/** A link that opens the purchase dialog. Members see a link for booking a session instead. */
function HeaderButton({ site, className }: { site: SiteContent; className: string }) {
  const label = site.settings?.checkoutLabel
  if (!isText(label)) return null
  const bookingLink = getBookingLink(site, site.messages.subscription.bookLink)
  return (
    <MemberSwitch forMembers={<ContentLink link={bookingLink} site={site} className={className} />}>
      <CheckoutDialogLink label={label} className={className} />
    </MemberSwitch>
  )
}
