import { isText } from '@/components/ui/list'

type MemberLinkProps = {
  /** A path of the site. */
  href: string
  children: string | undefined
  className?: string
}

/** A link between the pages of members, or nothing where its words are missing. */
export function MemberLink({ href, children, className = 'text-link' }: MemberLinkProps) {
  if (!isText(children)) return null
  return (
    <a href={href} className={className}>
      <span dir="auto">{children}</span>
    </a>
  )
}
