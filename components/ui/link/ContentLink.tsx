import Link from 'next/link'
import type { ReactNode } from 'react'
import type { SiteContent } from '@/lib/content/reading/settings'
import { type LinkValue, resolveLink } from '@/lib/content/routing/links'
import { isText } from '@/lib/content/text/contentGuards'

type ContentLinkProps = {
  /** The link from the CMS. Without a safe target, only the children are rendered. */
  link: (LinkValue & { label?: string | null }) | null | undefined
  site: SiteContent
  className?: string
  /** Replaces the link's label, as in running text. */
  children?: ReactNode
}

/**
 * A link from the CMS. An external one opens in a new tab. An internal one does not prefetch its target, since that
 * would also load the scripts of forms and videos.
 */
export function ContentLink({ link, site, className, children }: ContentLinkProps) {
  const target = resolveLink(link)
  const label = children ?? (isText(link?.label) ? <span dir="auto">{link.label}</span> : null)
  if (!target || !label) return children ?? null
  if (target.href.startsWith('/')) {
    return (
      <Link href={target.href} prefetch={false} className={className}>
        {label}
      </Link>
    )
  }
  const newTabAttributes = target.external && ({ target: '_blank', rel: 'noopener noreferrer' } as const)
  return (
    <a href={target.href} {...newTabAttributes} className={className}>
      {label}
      {newTabAttributes && <span className="sr-only"> ({site.messages.accessibility.opensInNewTab})</span>}
    </a>
  )
}
