'use client'

import type { ReactNode } from 'react'

type MenuPopoverProps = { id: string; className: string; children: ReactNode }

/**
 * A popover that closes when one of its links is followed. The browser does the rest: it opens and closes
 * without this, which therefore may arrive late.
 */
export function MenuPopover({ id, className, children }: MenuPopoverProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is operated; keys click them too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      id={id}
      popover="auto"
      className={className}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('a') && currentTarget.hidePopover?.()
      }
    >
      {children}
    </div>
  )
}
