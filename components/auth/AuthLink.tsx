'use client'

import { useSyncExternalStore } from 'react'
import { withNext } from '@/lib/auth/browser/nextPath'
import { isText } from '@/lib/content/contentGuards'

type AuthLinkProps = {
  /** A path of the site. */
  href: string
  children: string | undefined
  className?: string
  /** Hands the `next` of this page's address on, which static pages know once the script has come. */
  keepsNext?: boolean
}

const subscribeToNothing = () => () => {}

/**
 * A link between the pages of accounts, or nothing where its words are missing. It loads the page anew, so that nothing
 * of another account is left in it.
 */
export function AuthLink({ href, children, className = 'text-link', keepsNext }: AuthLinkProps) {
  const withItsNext = useSyncExternalStore(
    subscribeToNothing,
    () => withNext(href),
    () => href,
  )
  if (!isText(children)) return null
  return (
    <a href={keepsNext ? withItsNext : href} className={className}>
      <span dir="auto">{children}</span>
    </a>
  )
}
