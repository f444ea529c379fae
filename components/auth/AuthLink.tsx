'use client'

import { withNext } from '@/lib/auth/browser/nextUrl'
import { isText } from '@/lib/content/contentGuards'
import { useInBrowser } from './useInBrowser'

type AuthLinkProps = {
  /** A path of the site. */
  href: string
  label: string | undefined
  className?: string
  /** Passes the `next` of this page's URL on, which static pages read once the script has loaded. */
  keepsNext?: boolean
}

/**
 * A link between the pages of accounts, or nothing where its words are missing. It loads the page again, so that nothing
 * of another account is left in it.
 */
export function AuthLink({ href, label, className = 'text-link', keepsNext }: AuthLinkProps) {
  const withItsNext = useInBrowser(() => withNext(href), href)
  if (!isText(label)) return null
  return (
    <a href={keepsNext ? withItsNext : href} className={className}>
      <span dir="auto">{label}</span>
    </a>
  )
}
