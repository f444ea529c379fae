import { createElement } from '@/components/ui/createElement'
import { openDialog } from '@/components/ui/dialog/openDialog'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { fillTemplate } from '@/lib/content/format'
import { cleanEmail, isAccountEmail } from '@/lib/email'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { getGuestToken, readRecentGuestPurchase } from '@/lib/membership/checkout/guestPurchase'
import { createAccountHref } from '../accountHref'
import type { CheckoutTexts } from '../texts'

/** Finds the page's purchase dialog; null if it is not rendered (OfferDialog.tsx). */
function findDialog(): HTMLDialogElement | null {
  const dialog = document.getElementById(layoutElementIds.offer)
  return dialog instanceof HTMLDialogElement ? dialog : null
}

const findEmailField = (dialog: Element | null) =>
  dialog?.querySelector<HTMLInputElement>('input[type="email"]')

/**
 * Opens the purchase dialog.
 *
 * @param focus - the element that gets the focus: the heading, or the field for a guest's email
 * @param error - the message for an invalid email
 * @returns false if the page has no dialog
 */
export function openOfferDialog(focus: 'heading' | 'email', error?: string): boolean {
  const dialog = findDialog()
  if (!dialog) return false
  // The static link lacks the URL to return to after signing in.
  document.getElementById(layoutElementIds.offerSignIn)?.setAttribute('href', createAccountHref('/sign-in'))
  if (!dialog.open) dialog.showModal()
  const field = findEmailField(dialog)
  if (field && focus === 'email') {
    showEmailError(field, error)
    field.focus()
  } else dialog.querySelector('h2')?.focus()
  return true
}

/** Closes the purchase dialog. */
export function closeOfferDialog(): void {
  findDialog()?.close()
}

/**
 * Reads the email that a guest entered in the dialog, and shows an error if it is missing or invalid.
 *
 * @returns the guest; undefined for a user or without a dialog; null for a missing or invalid email
 */
export function readGuest(
  texts: CheckoutTexts,
): { email: string; guestToken: string | undefined } | undefined | null {
  const field = findEmailField(findDialog())
  if (!field || hasStoredSession()) return undefined
  const email = cleanEmail(field.value)
  if (isAccountEmail(email)) {
    showEmailError(field, undefined)
    return { email, guestToken: getGuestToken() }
  }
  showEmailError(field, email ? texts.guestEmailInvalid : texts.guestEmailRequired)
  field.focus()
  return null
}

function showEmailError(field: HTMLInputElement, error: string | undefined): void {
  field.ariaInvalid = error === undefined ? null : 'true'
  document.getElementById(layoutElementIds.offerEmailError)?.remove()
  if (error === undefined) return
  const message = createElement('p', 'field-error', error)
  message.id = layoutElementIds.offerEmailError
  field.after(message)
  field.addEventListener('input', () => showEmailError(field, undefined), { once: true })
}

/**
 * Opens the dialog for a guest who pressed a checkout button. If a guest has paid in this browser during the last day,
 * and there is no error, another dialog that mentions this purchase opens first.
 *
 * @param error - the error of the email that the guest entered before
 * @returns false if no dialog could be opened
 */
export function openOfferDialogForGuest(texts: CheckoutTexts, error?: string): boolean {
  const purchase = readRecentGuestPurchase()
  if (!purchase || error !== undefined) return openOfferDialog('email', error)
  openDialog({
    title: texts.guestPaidTitle ?? '',
    texts: [fillTemplate(texts.guestPaidText, purchase)],
    cancelLabel: texts.cancel ?? '',
    actions: [{ label: texts.guestPaidAgain ?? '', onPress: () => openOfferDialog('email') }],
  })
  return true
}
