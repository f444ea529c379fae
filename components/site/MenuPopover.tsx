'use client'

import type { ReactNode } from 'react'

type MenuPopoverProps = { id: string; className: string; children: ReactNode }

/**
 * A popover over the whole page that closes when one of its links is followed. While it is open, the page behind it
 * is inert. The browser opens and closes it without this script, which may therefore load late.
 */
export function MenuPopover({ id, className, children }: MenuPopoverProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive elements; Enter clicks them too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      id={id}
      popover="auto"
      className={className}
      onToggle={({ currentTarget, newState }) => newState === 'open' && isolate(currentTarget)}
      onBeforeToggle={({ currentTarget, newState }) => newState === 'closed' && release(currentTarget)}
      onClick={({ target, currentTarget }) =>
        target instanceof Element && target.closest('a') && currentTarget.hidePopover?.()
      }
    >
      {children}
    </div>
  )
}

/** Sets the page behind the menu inert. Closes it when the window grows beyond the screens with a menu. */
function isolate(menu: HTMLElement): void {
  setInertOutside(menu, true)
  matchMedia('(width >= 64rem)').addEventListener('change', () => menu.hidePopover(), { once: true })
}

/** Releases the page before the browser returns the focus, which an inert button could not take. */
function release(menu: HTMLElement): void {
  setInertOutside(menu, false)
  // The button that opened the menu has lost the focus by becoming inert; the browser restores it only from within.
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)?.focus()
  }
}

/** Sets everything on the page but an element and its ancestors inert, or operable again. */
function setInertOutside(element: Element, isInert: boolean): void {
  for (
    let inside = element;
    inside.parentElement && inside !== document.body;
    inside = inside.parentElement
  ) {
    for (const other of inside.parentElement.children) {
      if (other !== inside && other instanceof HTMLElement) other.inert = isInert
    }
  }
}
