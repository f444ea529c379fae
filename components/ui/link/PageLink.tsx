import Link from 'next/link'
import type { ComponentProps } from 'react'
import { captcha } from '@/lib/contact/config'
import { findPage, pages } from '@/lib/pages'

type PageLinkProps = ComponentProps<typeof Link> & { href: string }

/**
 * Whether a link needs a full load: to the contact page with reCAPTCHA. Only that page's own policy allows it, and a
 * browser applies the policy of the last loaded page.
 */
export function needsFullLoad(href: string): boolean {
  return captcha?.provider === 'recaptcha' && findPage(href)?.path === pages.contact.path
}

/** A link to a page of this site, for server components. */
export function PageLink({ href, prefetch, ...rest }: PageLinkProps) {
  if (needsFullLoad(href)) return <a href={href} {...rest} />
  return <Link href={href} prefetch={prefetch} {...rest} />
}
