'use client'

import { useBrowserValue } from '@/components/ui/useBrowserValue'
import { withNext } from '@/lib/auth/browser/nextUrl'
import { createEmailFragment } from '@/lib/auth/browser/suggestedEmail'

type AuthLinkProps = {
  /** A path of this site. */
  href: string
  label: string
  className?: string
  /** Adds the `next` parameter of this page's URL, after hydration, and the email typed so far, when pressed. */
  shouldKeepNext?: boolean
}

/**
 * A link on an account page. It causes a full page load, so that no state of another
 * account remains.
 */
export function AuthLink({ href, label, className = 'text-link', shouldKeepNext }: AuthLinkProps) {
  const hrefWithNext = useBrowserValue(() => withNext(href), href)
  return (
    <a
      href={shouldKeepNext ? hrefWithNext : href}
      className={className}
      onClick={({ currentTarget }) => {
        const field = document.querySelector<HTMLInputElement>('input[name="email"]')
        if (shouldKeepNext) currentTarget.hash = createEmailFragment(field?.value ?? '')
      }}
    >
      <span dir="auto">{label}</span>
    </a>
  )
}
