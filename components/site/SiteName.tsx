import { stegaClean } from '@sanity/client/stega'
import Link from 'next/link'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import type { SiteContent } from '@/lib/content/settings'

/** The name of the site, with a link to the home page. */
export function SiteName({ site }: { site: SiteContent }) {
  // Browsers may break a line at the invisible edit marks: the name would take four lines.
  const siteName = stegaClean(site.settings?.siteName)
  const homeLink = site.messages?.accessibility?.homeLink
  if (!isText(siteName)) return null
  return (
    <Link
      href="/"
      prefetch={prefetching('/')}
      aria-label={isText(homeLink) ? fillTemplate(homeLink, { siteName }) : undefined}
      className="site-name inline-flex min-h-11 items-center gap-3 font-display text-xl leading-tight tracking-tight no-underline"
    >
      <Mark />
      <span dir="auto">{siteName}</span>
    </Link>
  )
}

/** The mark: a C that is a lens, with the record lamp in it. Decorative, beside the name. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="mark" aria-hidden="true">
      <path d={markRing} className="mark-ring" />
      <circle cx="16" cy="16" r="4.5" className="mark-lamp" />
    </svg>
  )
}

/** The ring of the mark, open for 76 degrees on its right, in a square of 32. */
export const markRing = 'M25.46 8.61A12 12 0 1 0 25.46 23.39'
