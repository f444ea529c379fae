'use client'

import Link from 'next/link'
import { type MouseEvent, useTransition } from 'react'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { loadOfferDialog } from './loadOfferDialog'

type CheckoutDialogLinkProps = { label: string; className: string }

/**
 * A link to the offer. A click opens the purchase dialog on the current page instead. Without a script, or on a page
 * without the dialog, it is a plain link. The style sheet hides it from members.
 */
export function CheckoutDialogLink({ label, className }: CheckoutDialogLinkProps) {
  const [isLoading, startLoading] = useTransition()

  function handleClick(event: MouseEvent): void {
    if (!document.getElementById(layoutElementIds.offer)) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const menu = event.currentTarget.closest<HTMLElement>('[popover]')
    startLoading(async () => {
      const script = await loadOfferDialog().catch(() => location.assign(offerPath))
      // The menu closes first, so that the focus returns to the menu's button when the dialog closes.
      menu?.hidePopover()
      script?.openOfferDialog('heading')
    })
  }

  return (
    <Link
      href={offerPath}
      prefetch={false}
      className={className}
      aria-busy={isLoading || undefined}
      onClick={handleClick}
    >
      <span dir="auto">{label}</span>
    </Link>
  )
}
