'use client'

import type { ReactNode } from 'react'

type MenuPopoverProps = { id: string; className: string; children: ReactNode }

/**
 * A full-page popover that closes when one of its links is clicked. While the popover is open, the page behind it is
 * inert. The browser opens and closes the popover natively, so the component's script may load late.
 */
export function MenuPopover({ id, className, children }: MenuPopoverProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive elements; Enter clicks them too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are the interactive elements; Enter clicks them too
    <div
      id={id}
      popover="auto"
      className={className}
      onToggle={({ currentTarget, newState }) => newState === 'open' && makePageInert(currentTarget)}
      onBeforeToggle={({ currentTarget, newState }) => newState === 'closed' && restorePage(currentTarget)}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('a') && currentTarget.hidePopover?.()
      }
    >
      {children}
    </div>
  )
}

/**
 * Makes the page behind the menu inert, and moves the focus from the inert button into the menu. Closes the menu when
 * the window becomes too wide for it.
 */
function makePageInert(menu: HTMLElement): void {
  setInertOutside(menu, true)
  menu.querySelector('button')?.focus()
  matchMedia('(width >= 64rem)').addEventListener('change', () => menu.hidePopover(), { once: true })
}

/** Ends the inert state before the browser restores the focus, which an inert button cannot receive. */
function restorePage(menu: HTMLElement): void {
  setInertOutside(menu, false)
  // Browsers restore the focus only if it is inside the closing popover.
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus()
  }
}

/** Sets or clears `inert` on the menu's siblings, and on those of its parent, which is a child of `<body>`. */
function setInertOutside({ id }: HTMLElement, isInert: boolean): void {
  const outside = `body > :not(:has(#${id})), :has(> #${id}) > :not(#${id})`
  for (const element of document.querySelectorAll<HTMLElement>(outside)) element.inert = isInert
}
