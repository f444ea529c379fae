'use client'

import Link from 'next/link'
import type { MouseEvent } from 'react'
import { frameIds } from '@/lib/frameIds'
import { offerPath } from '@/lib/membership/offerPath'
import { getSnapshot } from '@/lib/membership/subscriptionStore'

type SpotLinkProps = { label: string; className: string }

/**
 * A link to the offer that opens the offer's box where the visitor is. Members are told that they are. Without a script,
 * and while nothing can be sold, it is a link.
 */
export function SpotLink({ label, className }: SpotLinkProps) {
  return (
    <Link href={offerPath} prefetch={false} className={className} onClick={openDialog}>
      <span dir="auto">{label}</span>
    </Link>
  )
}

function openDialog(event: MouseEvent): void {
  const dialog = document.getElementById(frameIds.offer)
  const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!(dialog instanceof HTMLDialogElement) || wantsNewTab) return
  event.preventDefault()
  // The menu closes first, so that the focus finds its way back to the menu's button.
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  // The checkout button of the box knows what to say to members.
  if (getSnapshot().answer?.subscribed) dialog.querySelector('form')?.requestSubmit()
  else dialog.showModal()
}
