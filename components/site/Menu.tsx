import { CheckoutLink } from '@/components/membership/CheckoutLink'
import type { SiteContent } from '@/lib/content/settings'
import { ContactLinks } from './ContactLinks'
import { MenuPopover } from './MenuPopover'
import { Navigation } from './Navigation'
import { SiteName } from './SiteName'

const menuId = 'site-menu'

/** The button that opens the menu on small screens. The browser runs it, so it works before any script. */
export function MenuButton({ site }: { site: SiteContent }) {
  return (
    <button type="button" popoverTarget={menuId} className="menu-button lg:hidden">
      {site.messages?.accessibility?.openMenu}
    </button>
  )
}

/** The menu of small screens: a popover over the whole page, closed by Escape, its button, or a link. */
export function Menu({ site }: { site: SiteContent }) {
  return (
    <MenuPopover id={menuId} className="menu surface-ink">
      <div className="flex min-h-20 items-center justify-between gap-4">
        <SiteName site={site} />
        <button
          type="button"
          popoverTarget={menuId}
          popoverTargetAction="hide"
          className="menu-button menu-button-close"
        >
          {site.messages?.accessibility?.closeMenu}
        </button>
      </div>
      <Navigation site={site} className="mt-8" listClassName="border-y border-rule divide-y divide-rule" />
      <div className="mt-10 grid gap-8">
        <CheckoutLink label={site.settings?.checkoutLabel} />
        <ContactLinks site={site} />
      </div>
    </MenuPopover>
  )
}
