import Link from 'next/link'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText } from '@/components/ui/list'
import { fillTemplate } from '@/lib/content/format'
import type { SiteContent } from '@/lib/content/settings'
import { Mark } from './Mark'

/** The name of the site, which leads home. */
export function SiteName({ site }: { site: SiteContent }) {
  const siteName = site.settings?.siteName
  const homeLink = site.messages?.accessibility?.homeLink
  if (!isText(siteName)) return null
  return (
    <Link
      href="/"
      prefetch={prefetching('/')}
      aria-label={isText(homeLink) ? fillTemplate(homeLink, { siteName }) : undefined}
      className="site-name inline-flex min-h-11 items-center gap-3 font-display text-xl leading-tight font-medium tracking-tight no-underline"
    >
      <Mark />
      <span dir="auto">{siteName}</span>
    </Link>
  )
}
