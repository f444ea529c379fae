import { openDialog } from '@/components/ui/dialog/openDialog'
import { requestCaptchaToken } from '@/lib/auth/browser/captcha'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { parseOfferTermsResponse } from '@/lib/membership/offer/offerTermsResponse'
import { createAccountHref } from './accountHref'
import type { Checkout } from './checkout'
import { openPortalTab } from './openKeepDialog'
import type { CheckoutTexts } from './texts'

/** Maps the error codes of a failed checkout to the names of their messages. */
export const errorMessageNames: Readonly<Record<string, keyof CheckoutTexts>> = {
  checkout_busy: 'busy',
  payment_processing: 'paymentProcessing',
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

/**
 * Opens a dialog for a rejected checkout that the buyer can continue: with other terms, after a CAPTCHA, with an
 * account, or by paying an invoice.
 *
 * @param start - starts the checkout again, with the accepted terms or the CAPTCHA's token
 * @returns whether the error has a dialog
 * @throws the error of a failed CAPTCHA
 */
export async function resolveCheckoutConflict(
  checkout: Checkout,
  error: unknown,
  start: (checkout: Checkout) => Promise<void>,
): Promise<boolean> {
  const { regularTerms, texts, acceptsRegular } = checkout
  const code = getErrorCode(error)
  const currentTerms = code === 'offer_changed' && parseOfferTermsResponse(getProperty(error, 'details'))
  const cancelLabel = texts.cancel
  const captcha = code === 'captcha_required' && !checkout.captcha ? await requestCaptchaToken() : undefined
  if (code === 'intro_used') {
    openDialog({
      title: texts.introUsedTitle,
      texts: [texts.introUsedText, regularTerms],
      cancelLabel,
      actions: [
        {
          label: texts.introUsedAccept,
          onPress: () => start({ ...checkout, acceptsRegular: true }),
        },
      ],
    })
  } else if (currentTerms) {
    const acceptedOffer = { offerVersion: currentTerms.version, regularTerms: currentTerms.regular_terms }
    openDialog({
      title: texts.offerChangedTitle,
      texts: [texts.offerChanged, acceptsRegular ? currentTerms.regular_terms : currentTerms.renewal_terms],
      cancelLabel,
      actions: [{ label: texts.offerChangedAccept, onPress: () => start({ ...checkout, ...acceptedOffer }) }],
    })
  } else if (code === 'membership_unpaid') {
    openDialog({
      title: texts.unpaidTitle,
      texts: [texts.unpaidText],
      cancelLabel,
      actions: [
        { label: texts.unpaidLink, onPress: () => openPortalTab(texts.unpaidLink, texts, { pays: true }) },
      ],
    })
  } else if (code === 'sign_in_required') {
    openDialog({
      title: texts.signInRequiredTitle,
      texts: [texts.signInRequiredText],
      cancelLabel,
      actions: [{ label: texts.guestsPausedSignIn, href: createAccountHref('/sign-in') }],
    })
  } else if (captcha) {
    // The challenge is solved. Another click in the dialog opens Stripe's tab, which would hide a later challenge.
    openDialog({
      title: texts.guestsPausedTitle,
      texts: [texts.guestsChallengeText],
      cancelLabel,
      actions: [{ label: texts.guestsChallengeContinue, onPress: () => start({ ...checkout, captcha }) }],
    })
  } else if (code === 'guests_paused' || code === 'captcha_required') {
    openDialog({
      title: texts.guestsPausedTitle,
      texts: [texts.guestsPausedText],
      cancelLabel,
      actions: [
        { label: texts.guestsPausedSignIn, href: createAccountHref('/sign-in') },
        { label: texts.guestsPausedSignUp, href: createAccountHref('/sign-up') },
      ],
    })
  } else return false
  return true
}
