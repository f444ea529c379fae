import { ContentLink } from '@/components/ui/link/ContentLink'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { NavigationLink } from './NavigationLink'

type NavigationProps = { site: SiteContent; className?: string; listClassName?: string }

/**
 * The main navigation with the editors' links, followed by links to `/sign-in` and `/account`. The static page
 * contains both links; an attribute of `<html>`, set before the first paint, selects the visible one.
 */
export function Navigation({ site, className, listClassName }: NavigationProps) {
  const { navigation, signInLabel, accountLabel } = site.settings ?? {}
  const accountLinks = [
    { key: '/sign-in', kind: 'page', page: '/sign-in', label: signInLabel, audience: 'for-visitors' },
    { key: '/account', kind: 'page', page: '/account', label: accountLabel, audience: 'for-users' },
  ]
  const links = [...filterObjects(navigation), ...accountLinks].filter(
    (link) => isText(link.label) && resolveLink(link),
  )
  if (links.length === 0) return null
  return (
    <nav aria-label={site.messages.accessibility.mainNavigation} className={className}>
      <ul className={listClassName}>
        {links.map((link) => {
          const target = resolveLink(link)
          return (
            <li key={link.key} className={'audience' in link ? link.audience : undefined}>
              {target?.href.startsWith('/') ? (
                <NavigationLink href={target.href}>{link.label}</NavigationLink>
              ) : (
                <ContentLink link={link} site={site} className="nav-link" />
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
