import { stegaClean } from '@sanity/client/stega'
import Link from 'next/link'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'

/** The logo and the site's name, as a link to the home page. */
export function SiteName({ site }: { site: SiteContent }) {
  // Removes the invisible edit marks of a draft, at which browsers may break the line.
  const siteName = stegaClean(site.settings?.siteName)
  const homeLink = site.messages.accessibility.homeLink
  if (!isText(siteName)) return null
  return (
    <Link
      href="/"
      prefetch={false}
      aria-label={fillTemplate(homeLink, { siteName })}
      className="site-name inline-flex min-h-11 items-center gap-3 font-display leading-tight tracking-tight no-underline"
    >
      {/* The logo: a C-shaped ring around a red dot. */}
      <svg viewBox="0 0 32 32" className="mark" aria-hidden="true">
        <path d={logoRingPath} className="mark-ring" />
        <circle cx="16" cy="16" r="4.5" className="mark-lamp" />
      </svg>
      <span dir="auto">{siteName}</span>
    </Link>
  )
}

/** The SVG path of the logo's ring, in a 32 × 32 view box. The ring has a gap of 76 degrees on the right. */
export const logoRingPath = 'M25.46 8.61A12 12 0 1 0 25.46 23.39'
