'use client'

import { useBrowserValue } from '@/components/ui/useBrowserValue'
import { withNext } from '@/lib/auth/browser/nextUrl'

type AuthLinkProps = {
  /** A path of this site. */
  href: string
  label: string
  className?: string
  /** Adds the `next` parameter of this page's URL, after hydration. */
  shouldKeepNext?: boolean
}

/**
 * A link on an account page. It causes a full page load, so that no state of another
 * account remains.
 */
export function AuthLink({ href, label, className = 'text-link', shouldKeepNext }: AuthLinkProps) {
  const hrefWithNext = useBrowserValue(() => withNext(href), href)
  return (
    <a href={shouldKeepNext ? hrefWithNext : href} className={className}>
      <span dir="auto">{label}</span>
    </a>
  )
}
