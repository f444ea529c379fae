import { SiteLink } from '@/components/ui/link/SiteLink'
import { isText } from '@/lib/content/contentGuards'
import type { SiteContent } from '@/lib/content/settings'
import { ContactLinks } from './ContactLinks'
import { MenuPopover } from './MenuPopover'
import { Navigation } from './Navigation'
import { SiteName } from './SiteName'

/** The offer: its terms, for which there is no room here, have to stand beside every button that starts a checkout. */
const offer = '/services#offer'

const menuId = 'site-menu'

/** The top of every page: the way to the content, the name, the navigation, the checkout button. */
export function Header({ site }: { site: SiteContent }) {
  const skip = site.messages?.accessibility?.skipToContent
  return (
    <header className="surface-ink no-print">
      {isText(skip) && (
        <a href="#content" className="skip-link">
          {skip}
        </a>
      )}
      <div className="mx-auto flex min-h-20 w-full max-w-page items-center justify-between gap-x-8 gap-y-2 px-gutter py-2">
        <SiteName site={site} />
        <Navigation
          site={site}
          className="hidden lg:ms-auto lg:block"
          listClassName="flex flex-wrap gap-x-8"
        />
        <div className="hidden lg:block">
          <SiteLink href={offer} label={site.settings?.checkoutLabel} className="button button-compact" />
        </div>
        {/* The browser opens the menu of small screens, so it works before any script. */}
        <button type="button" popoverTarget={menuId} className="menu-button lg:hidden">
          {site.messages?.accessibility?.openMenu}
        </button>
      </div>
      <Menu site={site} />
    </header>
  )
}

/** The menu of small screens: a popover over the whole page, closed by Escape, its button, or a link. */
function Menu({ site }: { site: SiteContent }) {
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
        <SiteLink href={offer} label={site.settings?.checkoutLabel} className="button" />
        <ContactLinks site={site} />
      </div>
    </MenuPopover>
  )
}
