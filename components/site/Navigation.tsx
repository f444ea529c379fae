import { ContentLink } from '@/components/ui/link/ContentLink'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText, objectsIn } from '@/components/ui/list'
import { linkHref } from '@/lib/content/links'
import type { SiteContent } from '@/lib/content/settings'
import { NavigationLink } from './NavigationLink'

type NavigationProps = { site: SiteContent; className?: string; listClassName?: string }

/** The main navigation, as editors have set it. */
export function Navigation({ site, className, listClassName }: NavigationProps) {
  const accessibility = site.messages?.accessibility
  const links = objectsIn(site.settings?.navigation).filter((link) => isText(link.label) && linkHref(link))
  if (links.length === 0) return null
  return (
    <nav aria-label={accessibility?.mainNavigation || undefined} className={className}>
      <ul className={listClassName}>
        {links.map((link) => {
          const target = linkHref(link)
          return (
            <li key={link.key}>
              {target?.href.startsWith('/') ? (
                <NavigationLink href={target.href} prefetch={prefetching(target.href)}>
                  <span dir="auto">{link.label}</span>
                </NavigationLink>
              ) : (
                <ContentLink link={link} opensInNewTab={accessibility?.opensInNewTab} className="nav-link" />
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
