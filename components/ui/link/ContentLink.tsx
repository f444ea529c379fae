import Link from 'next/link'
import type { ReactNode } from 'react'
import { isText } from '@/lib/content/contentGuards'
import { type LinkValue, linkHref } from '@/lib/content/links'
import { prefetching } from './prefetching'

type ContentLinkProps = {
  /** The link from the CMS; one that cannot be trusted renders nothing, or its children alone. */
  link: (LinkValue & { label?: string | null }) | null | undefined
  /** What is said after a link that opens a new tab. */
  opensInNewTab: string | null | undefined
  className?: string
  /** What to show instead of the link's label, as in running text. */
  children?: ReactNode
}

/** A link that an editor has set: within the site, or out of it in a new tab. */
export function ContentLink({ link, opensInNewTab, className, children }: ContentLinkProps) {
  const target = linkHref(link)
  const label = children ?? (isText(link?.label) ? <span dir="auto">{link.label}</span> : null)
  if (!target || !label) return children ?? null
  if (target.external) {
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={className}>
        {label}
        {isText(opensInNewTab) && <span className="sr-only"> ({opensInNewTab})</span>}
      </a>
    )
  }
  if (!target.href.startsWith('/')) {
    return (
      <a href={target.href} className={className}>
        {label}
      </a>
    )
  }
  return (
    <Link href={target.href} prefetch={prefetching(target.href)} className={className}>
      {label}
    </Link>
  )
}
