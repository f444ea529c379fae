'use client'

import type { ReactNode } from 'react'

type ClosingDialogProps = { id: string; labelledBy: string; children: ReactNode }

/**
 * A modal dialog that closes when the backdrop, or one of its links or buttons is used, but not its submit button.
 * Browsers close it with Escape, and on Android with Back.
 */
export function ClosingDialog({ id, labelledBy, children }: ClosingDialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are the interactive elements; Enter clicks them too
    <dialog
      id={id}
      aria-labelledby={labelledBy}
      className="modal no-print"
      onClick={({ target, currentTarget, clientX, clientY }) => {
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
        const isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom
        const isBackdrop = target === currentTarget && isOutside
        const isClosing = target instanceof Element && target.closest('a, button[type="button"]')
        if (isBackdrop || isClosing) currentTarget.close()
      }}
    >
      {children}
    </dialog>
  )
}
