import Link from 'next/link'
import { isText } from '@/lib/content/text/contentGuards'
import { getPrefetch } from './prefetching'

type SiteLinkProps = {
  /** The path of a page of this site. */
  href: string
  /** The label from the CMS; without one there is no link. */
  label: string | null | undefined
  className: string
}

/** A link with a path from the code, to a page that always exists. */
export function SiteLink({ href, label, className }: SiteLinkProps) {
  if (!isText(label)) return null
  return (
    <Link href={href} prefetch={getPrefetch(href)} className={className}>
      <span dir="auto">{label}</span>
    </Link>
  )
}
