import { isText } from '@/lib/content/contentGuards'
import { PageLink } from './PageLink'
import { prefetching } from './prefetching'

type SiteLinkProps = {
  /** A page of this site. */
  href: string
  /** The label from the CMS; without one there is no link. */
  label: string | null | undefined
  className: string
}

/** A link to a page that exists regardless of the content. */
export function SiteLink({ href, label, className }: SiteLinkProps) {
  if (!isText(label)) return null
  return (
    <PageLink href={href} prefetch={prefetching(href)} className={className}>
      <span dir="auto">{label}</span>
    </PageLink>
  )
}
