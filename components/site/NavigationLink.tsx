'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { prefetching } from '@/components/ui/link/prefetching'

/** A link of the main navigation, which knows whether the visitor is on its page. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={prefetching(href)}
      className="nav-link"
      aria-current={usePathname() === href ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
