import Link from 'next/link'
import type { ComponentProps } from 'react'
import { captcha } from '@/lib/contact/config'
import { pageAt } from '@/lib/pages'

type PageLinkProps = ComponentProps<typeof Link> & { href: string }

/**
 * Whether a link has to load its page whole: the contact page where it has a captcha. Only its own policy lets that in,
 * and the policy that a browser keeps to is that of the page that was loaded last.
 */
export function loadsWhole(href: string): boolean {
  return Boolean(captcha) && pageAt(href)?.kind === 'contact'
}

/** A link to a page of this site, for server components. */
export function PageLink({ href, prefetch, ...rest }: PageLinkProps) {
  if (loadsWhole(href)) return <a href={href} {...rest} />
  return <Link href={href} prefetch={prefetch} {...rest} />
}
