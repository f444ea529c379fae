import { element } from '../element'

/** A short message that comes up at the edge of the window. */
export type Toast = {
  title: string
  text?: string
  /** A link below the text; without a label there is none. */
  link?: { label: string | undefined; href: string }
  /** An error stays until it is closed or another message comes, since it may say what is to be done. */
  tone?: 'plain' | 'error'
  /** What screen readers say at the cross that closes it. */
  closeLabel: string
  /** Set when the page says the same in a live region of its own, so that nobody hears it twice. Such a one always goes. */
  silent?: boolean
}

/** How long a toast that goes by itself stays while nobody points at it. Milliseconds. */
const stay = 8000

let takeErrorBack = () => {}

/** Takes back the error that stays, for whoever tries again. */
export const dismissError = () => takeErrorBack()

/**
 * Shows a toast. It is put into the document without React, so that any part of the site can show one, and pages
 * without one carry nothing for it. Texts are set as text.
 *
 * @returns takes it back
 */
export function showToast(options: Toast): () => void {
  const { title, text, link, tone = 'plain', closeLabel, silent = false } = options
  dismissError()
  const toast = element('div', `toast toast-${tone}`)
  const words = element('div', 'toast-words')
  words.append(element('p', 'toast-title', title))
  if (text) words.append(element('p', '', text))
  if (link?.label) {
    const anchor = element('a', 'text-link', link.label)
    anchor.href = link.href
    words.append(anchor)
  }
  const close = element('button', 'toast-close')
  close.type = 'button'
  close.setAttribute('aria-label', closeLabel)
  close.addEventListener('click', () => toast.remove())
  toast.append(words, close)
  const region = regionFor(silent)
  // Screen readers hear only what joins a live region that is there already.
  const joining = requestAnimationFrame(() => region.append(toast))
  const takeBack = () => {
    cancelAnimationFrame(joining)
    toast.remove()
  }
  if (tone === 'error' && !silent) takeErrorBack = takeBack
  else leaveInTime(toast)
  return takeBack
}

/** A region for those that are announced and one for the others, inside of one that lies above everything. */
function regionFor(silent: boolean): Element {
  let stack = document.querySelector<HTMLElement>('.toasts')
  if (!stack) {
    stack = element('div', 'toasts')
    stack.popover = 'manual'
    const live = element('div')
    live.role = 'status'
    stack.append(element('div'), live)
    document.body.append(stack)
  }
  // What was opened last lies on top.
  stack.hidePopover()
  stack.showPopover()
  return stack.children[silent ? 0 : 1] ?? stack
}

function leaveInTime(toast: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = () => clearTimeout(timer)
  const release = () => {
    hold()
    timer = setTimeout(() => toast.remove(), stay)
  }
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, hold)
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, release)
  release()
}
