'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link of the main navigation: knows the page it is on, and closes the menu that it stands in. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="nav-link"
      aria-current={usePathname() === href ? 'page' : undefined}
      onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.()}
    >
      {children}
    </Link>
  )
}
