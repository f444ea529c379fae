'use client'

import type { ReactNode } from 'react'

type ClosingDialogProps = { id: string; labelledBy: string; children: ReactNode }

/**
 * A modal dialog that closes when the backdrop, or one of its links or buttons is used, but not its submit button.
 * Browsers close it with Escape.
 */
export function ClosingDialog({ id, labelledBy, children }: ClosingDialogProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are the interactive elements; Enter clicks them too
    <dialog
      id={id}
      aria-labelledby={labelledBy}
      className="modal no-print p-0"
      onClick={({ target, currentTarget }) => {
        // The body covers the dialog, so that only the backdrop is left of the dialog itself.
        if (
          target === currentTarget ||
          (target instanceof Element && target.closest('a, button[type="button"]'))
        )
          currentTarget.close()
      }}
    >
      <div className="modal-body">{children}</div>
    </dialog>
  )
}
