'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link in the main navigation to a path on this site. The link to the current page has `aria-current`. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  const ariaCurrent = usePathname() === href ? 'page' : undefined
  return (
    <Link href={href} prefetch={false} className="nav-link" aria-current={ariaCurrent}>
      <span dir="auto">{children}</span>
    </Link>
  )
}
