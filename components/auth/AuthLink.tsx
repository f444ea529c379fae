'use client'

import { withNext } from '@/lib/auth/browser/nextUrl'
import { isText } from '@/lib/content/text/contentGuards'
import { useBrowserValue } from './useBrowserValue'

type AuthLinkProps = {
  /** A path of this site. */
  href: string
  label: string | undefined
  className?: string
  /** Adds the `next` parameter of this page's URL, after hydration. */
  shouldKeepNext?: boolean
}

/**
 * A link on an account page; renders nothing without a label. It causes a full page load, so that no state of another
 * account remains.
 */
export function AuthLink({ href, label, className = 'text-link', shouldKeepNext }: AuthLinkProps) {
  const hrefWithNext = useBrowserValue(() => withNext(href), href)
  if (!isText(label)) return null
  return (
    <a href={shouldKeepNext ? hrefWithNext : href} className={className}>
      <span dir="auto">{label}</span>
    </a>
  )
}
