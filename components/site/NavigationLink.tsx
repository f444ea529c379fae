'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

type NavigationLinkProps = { href: string; prefetch: false | undefined; children: ReactNode }

/** A link of the main navigation, which knows whether the visitor is on its page. */
export function NavigationLink({ href, prefetch, children }: NavigationLinkProps) {
  return (
    <Link
      href={href}
      prefetch={prefetch}
      className="nav-link"
      aria-current={usePathname() === href ? 'page' : undefined}
    >
      <span dir="auto">{children}</span>
    </Link>
  )
}
