import type { ReactNode } from 'react'
import { isText } from '@/lib/content/contentGuards'
import { type LinkValue, resolveLink } from '@/lib/content/links'
import type { SiteContent } from '@/lib/content/settings'
import { PageLink } from './PageLink'
import { prefetching } from './prefetching'

type ContentLinkProps = {
  /** The link from the CMS; one that cannot be trusted renders nothing, or its children alone. */
  link: (LinkValue & { label?: string | null }) | null | undefined
  site: SiteContent
  className?: string
  /** Replaces the link's label, as in running text. */
  children?: ReactNode
}

/** A link from the CMS. An external one opens in a new tab. */
export function ContentLink({ link, site, className, children }: ContentLinkProps) {
  const target = resolveLink(link)
  const label = children ?? (isText(link?.label) ? <span dir="auto">{link.label}</span> : null)
  if (!target || !label) return children ?? null
  if (target.href.startsWith('/')) {
    return (
      <PageLink href={target.href} prefetch={prefetching(target.href)} className={className}>
        {label}
      </PageLink>
    )
  }
  const inNewTab = target.external && ({ target: '_blank', rel: 'noopener noreferrer' } as const)
  const newTab = inNewTab && site.messages?.accessibility?.opensInNewTab
  return (
    <a href={target.href} {...inNewTab} className={className}>
      {label}
      {isText(newTab) && <span className="sr-only"> ({newTab})</span>}
    </a>
  )
}
