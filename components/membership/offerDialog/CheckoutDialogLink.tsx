'use client'

import Link from 'next/link'
import type { MouseEvent } from 'react'
import { getSnapshot } from '@/components/membership/subscriptionStore'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { loadOfferDialog } from './loadOfferDialog'

type CheckoutDialogLinkProps = { label: string; className: string }

/**
 * A link to the offer that opens the purchase dialog on the current page. Members get a message instead. Without a
 * script, or on a page without the dialog, it is a plain link.
 */
export function CheckoutDialogLink({ label, className }: CheckoutDialogLinkProps) {
  return (
    <Link
      href={offerPath}
      prefetch={false}
      className={`${className} checkout-dialog-link`}
      onClick={handleClick}
    >
      <span dir="auto">{label}</span>
    </Link>
  )
}

function handleClick(event: MouseEvent): void {
  const dialog = document.getElementById(layoutElementIds.offer)
  if (!dialog || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  // The menu closes first, so that the focus returns to the menu's button when the dialog closes.
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  // Submitting the dialog's form shows the message for members.
  if (getSnapshot().response?.subscribed) dialog.querySelector('form')?.requestSubmit()
  else
    loadOfferDialog().then(
      ({ openOfferDialog }) => openOfferDialog('heading'),
      () => location.assign(offerPath),
    )
}
