import { getSnapshot, refresh } from '@/components/membership/subscriptionStore'
import { type DialogAction, openDialog } from '@/components/ui/dialog/openDialog'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { requestCaptchaToken } from '@/lib/auth/browser/captcha'
import { fillTemplate, formatDay } from '@/lib/content/text/format'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { parseOfferTermsResponse } from '@/lib/membership/offer/offerTermsResponse'
import { pages } from '@/lib/pages'
import { createAccountHref } from './accountHref'
import type { Checkout } from './checkout'
import { openStripeTab } from './stripeTab'
import type { CheckoutTexts } from './texts'

/** Maps the error codes of a failed checkout to the names of their messages. */
export const errorMessageNames: Readonly<Record<string, keyof CheckoutTexts>> = {
  checkout_busy: 'busy',
  too_many_requests: 'tooMany',
  offer_mismatch: 'offerUnavailable',
  offer_unavailable: 'offerUnavailable',
  checkout_refused: 'checkoutRefused',
  no_authorization: 'sessionEnded',
  bad_jwt: 'sessionEnded',
  session_not_found: 'sessionEnded',
  insufficient_aal: 'secondFactor',
  email_not_confirmed: 'emailNotConfirmed',
  account_email_invalid: 'emailRefused',
  missing_url: 'missingUrl',
}

/** Returns a function that opens a dialog with the given actions and returns true. */
const createAsk =
  (texts: CheckoutTexts) =>
  (title: string, paragraphs: string[], ...actions: DialogAction[]): true => {
    openDialog({ title, texts: paragraphs, cancelLabel: texts.cancel, actions })
    return true
  }

/**
 * Opens a dialog for a rejected checkout that the buyer can continue: on different terms, after a CAPTCHA, with an
 * account, or by paying an invoice. For a member, refreshes the subscription and shows it.
 *
 * @param start - starts the checkout again, with the accepted terms or the CAPTCHA token
 * @returns whether the error was shown
 * @throws the error of a failed CAPTCHA
 */
export async function resolveCheckoutConflict(
  checkout: Checkout,
  error: unknown,
  start: (checkout: Checkout) => Promise<void>,
): Promise<boolean> {
  const { regularTerms, texts, acceptsRegular, email } = checkout
  const code = getErrorCode(error)
  const currentTerms = code === 'offer_changed' && parseOfferTermsResponse(getProperty(error, 'details'))
  const captcha = code === 'captcha_required' && !checkout.captcha ? await requestCaptchaToken() : undefined
  const ask = createAsk(texts)
  const startWith = (label: string, changes: Partial<Checkout>) => ({
    label,
    onPress: () => start({ ...checkout, ...changes }),
  })
  const linkToSignIn = () => ({ label: texts.guestsPausedSignIn, href: createAccountHref('/sign-in', email) })

  if (code === 'already_subscribed' || code === 'membership_ending') {
    await refresh({ live: true })
    showSubscribed(checkout)
    return true
  }
  if (code === 'intro_used') {
    const accept = startWith(texts.introUsedAccept, { acceptsRegular: true })
    return ask(texts.introUsedTitle, [texts.introUsedText, regularTerms], accept)
  }
  if (currentTerms) {
    const { version, regular_terms, renewal_terms } = currentTerms
    const accepted = { offerVersion: version, regularTerms: regular_terms }
    const paragraphs = [texts.offerChanged, acceptsRegular ? regular_terms : renewal_terms]
    return ask(texts.offerChangedTitle, paragraphs, startWith(texts.offerChangedAccept, accepted))
  }
  if (code === 'membership_unpaid') {
    const pay = createPortalAction(texts.unpaidLink, texts, { pays: true })
    return ask(texts.unpaidTitle, [texts.unpaidText], pay)
  }
  if (code === 'payment_processing') {
    const account = { label: texts.alreadySubscribedLink, href: pages.account.path }
    return ask(texts.paymentProcessingTitle, [texts.paymentProcessing], account)
  }
  if (code === 'sign_in_required')
    return ask(texts.signInRequiredTitle, [texts.signInRequiredText], linkToSignIn())
  if (captcha) {
    // Browsers open Stripe's tab only on a click, so the buyer continues with a button after solving the challenge.
    const proceed = startWith(texts.guestsChallengeContinue, { captcha })
    return ask(texts.guestsPausedTitle, [texts.guestsChallengeText], proceed)
  }
  if (code === 'guests_paused' || code === 'captcha_required') {
    const signUp = { label: texts.guestsPausedSignUp, href: createAccountHref('/sign-up', email) }
    return ask(texts.guestsPausedTitle, [texts.guestsPausedText], linkToSignIn(), signUp)
  }
  return false
}

/**
 * Shows that the user is a member. A member in arrears gets a dialog that opens the invoice. A member who canceled, but
 * is still active, gets a dialog that opens Stripe's portal, to resume. Others get a toast.
 */
export function showSubscribed({ texts, closeLabel }: Checkout): void {
  const { response } = getSnapshot()
  const ask = createAsk(texts)
  if (response?.past_due) {
    ask(texts.unpaidTitle, [texts.arrearsText], createPortalAction(texts.unpaidLink, texts, { pays: true }))
  } else if (response?.ending) {
    const date = response.subscription_end && formatDay(response.subscription_end)
    const keep = createPortalAction(texts.keepAction, texts, {})
    ask(texts.keepTitle, [fillTemplate(texts.keepText, { date })], keep)
  } else {
    showToast({
      title: texts.alreadySubscribedTitle,
      text: response?.status === 'paused' ? texts.pausedText : texts.alreadySubscribedText,
      link: { label: texts.alreadySubscribedLink, href: pages.account.path },
      closeLabel,
    })
  }
}

/**
 * Creates an action that opens Stripe's portal in a new tab or, if `request.pays`, the invoice that is due. After a
 * failure, it opens the account page, which has the same buttons and shows their errors.
 */
const createPortalAction = (label: string, texts: CheckoutTexts, request: { pays?: true }) => ({
  label,
  onPress: () =>
    openStripeTab({ title: label }, () => callRoute('/api/customer-portal', request), texts).catch(() =>
      location.assign(pages.account.path),
    ),
})
