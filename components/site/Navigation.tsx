import { ContentLink } from '@/components/ui/link/ContentLink'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText, objectsIn } from '@/lib/content/contentGuards'
import { linkHref } from '@/lib/content/links'
import type { SiteContent } from '@/lib/content/settings'
import { NavigationLink } from './NavigationLink'

type NavigationProps = { site: SiteContent; className?: string; listClassName?: string }

/**
 * The main navigation, as editors have set it, and at its end the way to sign in or to the account. Both are there; a
 * mark on the document, which is set before anything is painted, decides which one is seen.
 */
export function Navigation({ site, className, listClassName }: NavigationProps) {
  const links = objectsIn(site.settings?.navigation).filter((link) => isText(link.label) && linkHref(link))
  const { signInLabel, accountLabel } = site.settings ?? {}
  const ofAccounts = [
    { className: 'for-visitors', href: '/sign-in', label: signInLabel },
    { className: 'for-users', href: '/account', label: accountLabel },
  ].filter(({ label }) => isText(label))
  if (links.length + ofAccounts.length === 0) return null
  return (
    <nav aria-label={site.messages?.accessibility?.mainNavigation || undefined} className={className}>
      <ul className={listClassName}>
        {links.map((link) => {
          const target = linkHref(link)
          return (
            <li key={link.key}>
              {target?.href.startsWith('/') ? (
                <NavigationLink href={target.href} prefetch={prefetching(target.href)}>
                  {link.label}
                </NavigationLink>
              ) : (
                <ContentLink link={link} site={site} className="nav-link" />
              )}
            </li>
          )
        })}
        {ofAccounts.map(({ className: audience, href, label }) => (
          <li key={href} className={audience}>
            <NavigationLink href={href} prefetch={prefetching(href)}>
              {label}
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
