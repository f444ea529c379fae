import { getGuestToken, readRecentGuestPurchase } from '@/components/membership/guestPurchase'
import { createTextElement } from '@/components/ui/createTextElement'
import { closeOnBack, openDialog } from '@/components/ui/dialog/openDialog'
import { suggestEmail } from '@/components/ui/form/suggestEmail'
import { subscribeToReturn } from '@/components/ui/tab/newTab'
import { showToast } from '@/components/ui/toast/showToast'
import { requestCaptchaToken } from '@/lib/auth/browser/captcha'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { tryStorage } from '@/lib/browserStorage'
import { fillTemplate, formatDay } from '@/lib/content/text/format'
import { cleanEmail, isAccountEmail, isSameEmail } from '@/lib/email'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { createAccountHref } from '../accountHref'
import type { Checkout } from '../checkout'
import type { CheckoutTexts } from '../texts'

/**
 * The `sessionStorage` key of the email that a guest entered last. Browsers copy this storage to Checkout's tab, in
 * which the site opens when the guest goes back.
 */
const guestEmailKey = 'guest-email'

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
  const field = findEmailField(dialog)
  if (field) field.value ||= tryStorage((storage) => storage.getItem(guestEmailKey), 'sessionStorage') ?? ''
  completeSignInLink(dialog)
  fillPaymentDates(dialog)
  if (!dialog.open) {
    dialog.onclick = closeOnClick
    dialog.showModal()
    closeOnBack(dialog)
  }
  const isForGuest = field && focus === 'email'
  if (isForGuest) {
    showEmailError(field, error)
    prefetchCaptchaToken()
  }
  // Focusing a field that is out of view, or opening a touch keyboard, would move the price out of view.
  const isInView = (field?.getBoundingClientRect().bottom ?? 0) <= innerHeight
  const hasTouchKeyboard = matchMedia('(pointer: coarse)').matches
  const isFieldFirst = isForGuest && (error !== undefined || (isInView && !hasTouchKeyboard))
  const target = isFieldFirst ? field : dialog.querySelector('h2')
  target?.focus()
  return true
}

/** Completes the static sign-in link with the URL to return to afterwards and the entered email. */
function completeSignInLink(dialog: Element | null): void {
  const href = createAccountHref('/sign-in', findEmailField(dialog)?.value)
  document.getElementById(layoutElementIds.offerSignIn)?.setAttribute('href', href)
}

/** Closes the dialog on a click on its backdrop, a link or a button other than the submit button. */
function closeOnClick({ target, currentTarget }: Event): void {
  completeSignInLink(findDialog())
  const isControl = target instanceof Element && target.closest('a, button[type="button"]')
  if (isControl || target === currentTarget) closeOfferDialog()
}

/** Fills in the dates of the later payments (PaymentSchedule.tsx) for a purchase today. */
function fillPaymentDates(dialog: HTMLDialogElement): void {
  for (const element of dialog.querySelectorAll<HTMLElement>('[data-months]')) {
    const months = Number(element.dataset.months)
    if (months > 0) element.textContent = formatDay(addMonths(new Date(), months))
  }
}

/** Adds months as Stripe does, in UTC: the result has the same day, or is the last day of a shorter month. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCMonth(result.getUTCMonth() + months)
  // If the target month is shorter, JavaScript overflows into the next one.
  if (result.getUTCDate() !== date.getUTCDate()) result.setUTCDate(0)
  return result
}

/** Closes the purchase dialog. */
export function closeOfferDialog(): void {
  findDialog()?.close()
}

/** The checkout parameters that come from a guest. */
type GuestInput = Pick<Checkout, 'email' | 'guestToken' | 'captcha'>

/** Below a token's 5-minute limit (https://developers.cloudflare.com/turnstile/get-started/server-side-validation/). */
const captchaLifetimeMs = 240_000

/** A CAPTCHA token requested before checkout, so that few guests wait for a challenge after the click. Works once. */
let earlyCaptcha: { token: string; expiresAtMs: number } | undefined

/** Requests a CAPTCHA token, if the site has a CAPTCHA. If this fails, the checkout requests one when needed. */
async function prefetchCaptchaToken(): Promise<void> {
  if (hasStoredSession() || (earlyCaptcha && earlyCaptcha.expiresAtMs > Date.now())) return
  const token = await requestCaptchaToken().catch(() => undefined)
  if (token) earlyCaptcha = { token, expiresAtMs: Date.now() + captchaLifetimeMs }
}

/** Returns the early token, if it is still valid, and removes it. */
function takeCaptchaToken(): string | undefined {
  const captcha = earlyCaptcha
  earlyCaptcha = undefined
  return captcha && captcha.expiresAtMs > Date.now() ? captcha.token : undefined
}

/**
 * Reads the email that a guest entered in the dialog. Shows an error if it is missing or invalid, and suggests a
 * correction, once, if it looks mistyped.
 *
 * @param closeLabel - the accessible name of a toast's close button
 * @returns the guest's input; undefined for a user or without a dialog; null when the guest has to check the email
 */
export function readGuest(texts: CheckoutTexts, closeLabel: string): GuestInput | undefined | null {
  const field = findEmailField(findDialog())
  if (!field || hasStoredSession()) return undefined
  const email = cleanEmail(field.value)
  if (isAccountEmail(email)) {
    showEmailError(field, undefined)
    if (suggestEmail(field, texts.guestEmailSuggestion)) return null
    tryStorage((storage) => storage.setItem(guestEmailKey, email), 'sessionStorage')
    greetBuyerOnReturn(email, texts, closeLabel)
    const captcha = takeCaptchaToken()
    return { email, guestToken: getGuestToken(), ...(captcha && { captcha }) }
  }
  showEmailError(field, email ? texts.guestEmailInvalid : texts.guestEmailRequired)
  field.focus()
  return null
}

/**
 * When the guest returns to this tab after paying in Checkout's tab, shows a toast and marks the document as a member's
 * (SubscriptionSync.tsx), so that it does not offer the membership again.
 */
function greetBuyerOnReturn(email: string, texts: CheckoutTexts, closeLabel: string): void {
  const root = document.documentElement
  subscribeToReturn(() => {
    const purchase = readRecentGuestPurchase()
    if (!purchase || !isSameEmail(purchase.email, email)) return false
    if (!root.hasAttribute('data-member'))
      showToast({ title: fillTemplate(texts.guestPaidText, purchase), closeLabel })
    root.toggleAttribute('data-member', true)
    return true
  })
}

function showEmailError(field: HTMLInputElement, error: string | undefined): void {
  field.ariaInvalid = error === undefined ? null : 'true'
  document.getElementById(layoutElementIds.offerEmailError)?.remove()
  if (error === undefined) return
  const message = createTextElement('p', 'field-error', error)
  message.id = layoutElementIds.offerEmailError
  field.after(message)
  field.addEventListener('input', () => showEmailError(field, undefined), { once: true })
}

/**
 * Opens the dialog for a guest who pressed a checkout button. If a guest has paid in this browser during the last day,
 * and there is no error, another dialog that mentions this purchase opens first.
 *
 * @param error - the error message for the email that the guest entered
 * @returns false if no dialog could be opened
 */
export function openOfferDialogForGuest(texts: CheckoutTexts, error?: string): boolean {
  const purchase = readRecentGuestPurchase()
  if (!purchase || error !== undefined) return openOfferDialog('email', error)
  openDialog({
    title: texts.guestPaidTitle,
    texts: [fillTemplate(texts.guestPaidText, purchase)],
    cancelLabel: texts.cancel,
    actions: [
      { label: texts.guestsPausedSignIn, href: createAccountHref('/sign-in', purchase.email) },
      { label: texts.guestPaidAgain, onPress: () => openOfferDialog('email') },
    ],
  })
  return true
}
