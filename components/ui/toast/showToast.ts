import { createElement } from '../createElement'

/** A short message at the edge of the window. */
export type Toast = {
  title: string
  text?: string
  /** A link below the text; without a label there is none. */
  link?: { label: string | undefined; href: string }
  /** An error stays until it is closed or another message appears, since it may contain instructions. */
  tone?: 'plain' | 'error'
  /** The accessible name of the close button. */
  closeLabel: string
  /**
   * Set when the page announces the same in its own live region, so that screen readers do not repeat it. Such a
   * toast always closes by itself.
   */
  silent?: boolean
}

/** How long a toast that closes by itself stays while no pointer is over it. Milliseconds. */
const durationMs = 8000

let dismissPreviousError = () => {}

/** Dismisses the previous error before another attempt. */
export const dismissError = () => dismissPreviousError()

/**
 * Shows a toast. It is added to the document without React, so that any part of the site can show one, and pages
 * without one load nothing for it. Texts are set as text.
 *
 * @returns dismisses it
 */
export function showToast(options: Toast): () => void {
  const { title, text, link, tone = 'plain', closeLabel, silent = false } = options
  dismissError()
  const toast = createElement('div', `toast toast-${tone}`)
  const words = createElement('div', 'toast-words')
  words.append(createElement('p', 'toast-title', title))
  if (text) words.append(createElement('p', '', text))
  if (link?.label) {
    const anchor = createElement('a', 'text-link', link.label)
    anchor.href = link.href
    words.append(anchor)
  }
  const close = createElement('button', 'toast-close')
  close.type = 'button'
  close.setAttribute('aria-label', closeLabel)
  close.addEventListener('click', () => toast.remove())
  toast.append(words, close)
  const region = getRegion(silent)
  // Screen readers announce only additions to an existing live region.
  const joining = requestAnimationFrame(() => region.append(toast))
  const dismiss = () => {
    cancelAnimationFrame(joining)
    toast.remove()
  }
  if (tone === 'error' && !silent) dismissPreviousError = dismiss
  else scheduleClose(toast)
  return dismiss
}

/** Creates a live region for announced toasts and a region for the others, inside an overlay. */
function getRegion(silent: boolean): Element {
  let stack = document.querySelector<HTMLElement>('.toasts')
  if (!stack) {
    stack = createElement('div', 'toasts')
    stack.popover = 'manual'
    const live = createElement('div')
    live.role = 'status'
    stack.append(createElement('div'), live)
    document.body.append(stack)
  }
  // The last opened element is on top.
  stack.hidePopover()
  stack.showPopover()
  return stack.children[silent ? 0 : 1] ?? stack
}

function scheduleClose(toast: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    timer = setTimeout(() => toast.remove(), durationMs)
  }
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, release)
  release()
}
