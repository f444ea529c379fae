'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

type NavigationLinkProps = {
  href: string
  prefetch: false | undefined
  /** Whether the link causes a full page load. */
  needsFullLoad: boolean
  children: ReactNode
}

/** A link of the main navigation to a path of the site. The link to the current page is marked. */
export function NavigationLink({ href, prefetch, needsFullLoad, children }: NavigationLinkProps) {
  const ariaCurrent = usePathname() === href ? 'page' : undefined
  const label = <span dir="auto">{children}</span>
  if (needsFullLoad) {
    return (
      <a href={href} className="nav-link" aria-current={ariaCurrent}>
        {label}
      </a>
    )
  }
  return (
    <Link href={href} prefetch={prefetch} className="nav-link" aria-current={ariaCurrent}>
      {label}
    </Link>
  )
}
