import Link from 'next/link'
import type { ComponentProps } from 'react'
import { captcha } from '@/lib/contact/config'
import { findPage, pages } from '@/lib/pages'

type PageLinkProps = ComponentProps<typeof Link> & { href: string }

/**
 * Whether a link needs a full page load. True for the contact page with reCAPTCHA: only that page's content security
 * policy allows reCAPTCHA, and client-side navigation does not change the policy.
 */
export function needsFullLoad(href: string): boolean {
  return captcha?.provider === 'recaptcha' && findPage(href)?.path === pages.contact.path
}

/** A link to a page of this site, for server components. */
export function PageLink({ href, prefetch, ...linkProps }: PageLinkProps) {
  if (needsFullLoad(href)) return <a href={href} {...linkProps} />
  return <Link href={href} prefetch={prefetch} {...linkProps} />
}
