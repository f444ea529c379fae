import { CheckoutLink } from '@/components/membership/CheckoutLink'
import { isText } from '@/components/ui/list'
import type { SiteContent } from '@/lib/content/settings'
import { Menu, MenuButton } from './Menu'
import { Navigation } from './Navigation'
import { SiteName } from './SiteName'

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
          <CheckoutLink label={site.settings?.checkoutLabel} size="compact" />
        </div>
        <MenuButton site={site} />
      </div>
      <Menu site={site} />
    </header>
  )
}
