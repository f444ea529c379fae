'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

type NavigationLinkProps = {
  href: string
  prefetch: false | undefined
  /** A full page load. */
  whole: boolean
  children: ReactNode
}

/** A link of the main navigation, which marks the current page. */
export function NavigationLink({ href, prefetch, whole, children }: NavigationLinkProps) {
  const current = usePathname() === href ? 'page' : undefined
  const label = <span dir="auto">{children}</span>
  if (whole) {
    return (
      <a href={href} className="nav-link" aria-current={current}>
        {label}
      </a>
    )
  }
  return (
    <Link href={href} prefetch={prefetch} className="nav-link" aria-current={current}>
      {label}
    </Link>
  )
}
