import { element } from '@/components/ui/element'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { isAccountEmail } from '@/lib/email'
import { frameIds } from '@/lib/frameIds'
import { accountHref } from '../accountHref'
import type { CheckoutTexts } from '../texts'

/** The page's purchase dialog; null while nothing can be sold. */
function findDialog(): HTMLDialogElement | null {
  const dialog = document.getElementById(frameIds.offer)
  return dialog instanceof HTMLDialogElement ? dialog : null
}

const emailFieldIn = (dialog: Element | null) =>
  dialog?.querySelector<HTMLInputElement>('input[type="email"]')

/**
 * Opens the purchase dialog.
 *
 * @param focus - the element that gets the focus: the heading, or a guest's email with what is wrong with it
 * @returns false when the page has none
 */
export function openOfferDialog(focus: 'heading' | 'email', error?: string): boolean {
  const dialog = findDialog()
  if (!dialog) return false
  // Static pages do not know where signing in has to lead back to.
  document.getElementById(frameIds.offerSignIn)?.setAttribute('href', accountHref('/sign-in'))
  if (!dialog.open) dialog.showModal()
  const field = emailFieldIn(dialog)
  if (field && focus === 'email') {
    showEmailError(field, error)
    field.focus()
  } else dialog.querySelector('h2')?.focus()
  return true
}

/** Presses the button of the dialog, which has a message for members. */
export function submitOfferDialog(): void {
  findDialog()?.querySelector('form')?.requestSubmit()
}

/** Closes the purchase dialog. */
export function closeOfferDialog(): void {
  findDialog()?.close()
}

/**
 * Checks the email that a guest has typed into the dialog, and shows what is wrong with it.
 *
 * @returns the email, undefined for a signed-in user, or null when it is not valid
 */
export function readGuestEmail(texts: CheckoutTexts): string | undefined | null {
  const field = emailFieldIn(findDialog())
  if (!field || hasStoredSession()) return undefined
  const email = field.value.trim()
  if (isAccountEmail(email)) {
    showEmailError(field, undefined)
    return email
  }
  showEmailError(field, email ? texts.guestEmailInvalid : texts.guestEmailRequired)
  field.focus()
  return null
}

function showEmailError(field: HTMLInputElement, error: string | undefined): void {
  field.ariaInvalid = error === undefined ? null : 'true'
  document.getElementById(frameIds.offerEmailError)?.remove()
  if (error === undefined) return
  const message = element('p', 'field-error', error)
  message.id = frameIds.offerEmailError
  field.after(message)
}
