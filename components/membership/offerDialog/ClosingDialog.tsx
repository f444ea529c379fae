'use client'

import type { ReactNode } from 'react'

type ClosingDialogProps = { id: string; labelledBy: string; children: ReactNode }

/** A modal box that closes with every way on: what is sent from it, its links, and its buttons. */
export function ClosingDialog({ id, labelledBy, children }: ClosingDialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are what is operated; keys click them too
    <dialog
      id={id}
      aria-labelledby={labelledBy}
      className="ask no-print"
      onSubmit={({ currentTarget }) => currentTarget.close()}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('a, button[type="button"]') && currentTarget.close()
      }
    >
      {children}
    </dialog>
  )
}
