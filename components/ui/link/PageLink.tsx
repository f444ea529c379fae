import Link from 'next/link'
import type { ComponentProps } from 'react'
import { captcha } from '@/lib/contact/config'
import { captchaPaths, pageAt } from '@/lib/pages'

type PageLinkProps = ComponentProps<typeof Link> & { href: string }

/**
 * Whether a link has to load its page whole: one that can show a captcha. Only the page's own policy lets that in, and a
 * browser applies the policy of the page that was loaded last.
 */
export function loadsWhole(href: string): boolean {
  return captcha !== undefined && captchaPaths(captcha.provider).includes(pageAt(href)?.path ?? '')
}

/** A link to a page of this site, for server components. */
export function PageLink({ href, prefetch, ...rest }: PageLinkProps) {
  if (loadsWhole(href)) return <a href={href} {...rest} />
  return <Link href={href} prefetch={prefetch} {...rest} />
}
