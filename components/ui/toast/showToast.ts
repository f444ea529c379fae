import { createTextElement } from '../createTextElement'

/** A short message that is shown at the edge of the window. */
export type Toast = {
  title: string
  text?: string
  /** A link below the text. Without a label it is omitted. */
  link?: { label: string | undefined; href: string }
  /** An error stays until it is closed or another message appears, since it may contain instructions. */
  tone?: 'plain' | 'error'
  /** The accessible name of the close button. */
  closeLabel: string
}

/** How long a toast that closes on its own stays open without hover or focus. */
const durationMs = 8000

let dismissPreviousError = () => {}

/** Dismisses the previous error toast before another attempt. */
export const dismissError = () => dismissPreviousError()

/**
 * Shows a toast, and dismisses the previous error as {@link dismissError} does. The toast is added to the document
 * without React, so that any part of the site can show one, and pages that show none load no code for it.
 *
 * @returns a function that dismisses the toast
 */
export function showToast(options: Toast): () => void {
  const { title, text, link, tone = 'plain', closeLabel } = options
  dismissError()
  const toast = createTextElement('div', `toast toast-${tone}`)
  const content = createTextElement('div', 'toast-text')
  content.append(createTextElement('p', 'toast-title', title))
  if (text) content.append(createTextElement('p', '', text))
  if (link?.label) {
    const anchor = createTextElement('a', 'text-link', link.label)
    anchor.href = link.href
    content.append(anchor)
  }
  const close = createTextElement('button', 'close-button')
  close.type = 'button'
  close.ariaLabel = closeLabel
  close.addEventListener('click', () => toast.remove())
  toast.append(content, close)
  const region = openRegion()
  // Screen readers announce only additions to an existing live region.
  const appendRequest = requestAnimationFrame(() => region.append(toast))
  const dismiss = () => {
    cancelAnimationFrame(appendRequest)
    toast.remove()
  }
  if (tone === 'error') dismissPreviousError = dismiss
  else scheduleClose(toast)
  return dismiss
}

/** Opens the toasts' live region above other overlays. Creates it on first use. */
function openRegion(): Element {
  let overlay = document.querySelector<HTMLElement>('.toasts')
  if (!overlay) {
    overlay = createTextElement('div', 'toasts')
    overlay.popover = 'manual'
    const liveRegion = createTextElement('div')
    liveRegion.role = 'status'
    overlay.append(liveRegion)
    document.body.append(overlay)
  }
  // Opening the popover again moves it above other overlays.
  overlay.hidePopover()
  overlay.showPopover()
  return overlay.firstElementChild ?? overlay
}

function scheduleClose(toast: HTMLElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pauseTimer = () => clearTimeout(timer)
  const restartTimer = () => {
    pauseTimer()
    timer = setTimeout(() => toast.remove(), durationMs)
  }
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, pauseTimer)
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, restartTimer)
  restartTimer()
}
