import { openDialog } from '@/components/ui/dialog/openDialog'
import { requestCaptchaToken } from '@/lib/auth/browser/captcha'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { parseOfferTermsResponse } from '@/lib/membership/offer/offerTermsResponse'
import { accountHref } from './accountHref'
import type { Checkout } from './checkout'
import type { CheckoutTexts } from './texts'

/** Which message explains each refusal of create-checkout. */
export const explanations: Readonly<Record<string, keyof CheckoutTexts>> = {
  claim_waiting: 'claimWaiting',
  checkout_busy: 'busy',
  payment_processing: 'paymentProcessing',
  too_many_requests: 'tooMany',
  offer_mismatch: 'offerUnavailable',
  offer_unavailable: 'offerUnavailable',
  no_authorization: 'sessionEnded',
  bad_jwt: 'sessionEnded',
  session_not_found: 'sessionEnded',
  insufficient_aal: 'secondFactor',
  email_not_confirmed: 'emailNotConfirmed',
  account_email_invalid: 'emailRefused',
  missing_url: 'missingUrl',
}

/**
 * Opens the dialog for a refused checkout: other terms, a challenge, or an account.
 *
 * @param start - starts the checkout on the accepted terms
 * @returns whether there was a dialog
 * @throws the error of a failed challenge
 */
export async function resolveCheckoutConflict(
  checkout: Checkout,
  error: unknown,
  start: (checkout: Checkout) => Promise<void>,
): Promise<boolean> {
  const { regularTerms, texts, acceptsRegular } = checkout
  const code = getErrorCode(error)
  const current = code === 'offer_changed' && parseOfferTermsResponse(getProperty(error, 'details'))
  const cancelLabel = texts.cancel ?? ''
  const captcha = code === 'captcha_required' && !checkout.captcha ? await requestCaptchaToken() : undefined
  if (code === 'intro_used') {
    openDialog({
      title: texts.introUsedTitle ?? '',
      texts: [texts.introUsedText, regularTerms],
      cancelLabel,
      actions: [
        {
          label: texts.introUsedAccept ?? '',
          onPress: () => start({ ...checkout, acceptsRegular: true }),
        },
      ],
    })
  } else if (current) {
    const offer = { offerVersion: current.version, regularTerms: current.regular_terms }
    openDialog({
      title: texts.offerChangedTitle ?? '',
      texts: [texts.offerChanged, acceptsRegular ? current.regular_terms : current.renewal_terms],
      cancelLabel,
      actions: [{ label: texts.offerChangedAccept ?? '', onPress: () => start({ ...checkout, ...offer }) }],
    })
  } else if (code === 'membership_unpaid') {
    const payUrl = getProperty(getProperty(error, 'details'), 'pay_url')
    const pay = { label: texts.unpaidLink ?? '', newTab: true }
    openDialog({
      title: texts.unpaidTitle ?? '',
      texts: [texts.unpaidText],
      cancelLabel,
      actions: typeof payUrl === 'string' ? [{ ...pay, href: payUrl }] : [],
    })
  } else if (captcha) {
    // A click on the action opens the tab. A challenge in this tab would be hidden behind it.
    openDialog({
      title: texts.guestsPausedTitle ?? '',
      texts: [texts.guestsChallengeText],
      cancelLabel,
      actions: [
        { label: texts.guestsChallengeContinue ?? '', onPress: () => start({ ...checkout, captcha }) },
      ],
    })
  } else if (code === 'guests_paused' || code === 'captcha_required') {
    openDialog({
      title: texts.guestsPausedTitle ?? '',
      texts: [texts.guestsPausedText],
      cancelLabel,
      actions: [
        { label: texts.guestsPausedSignIn ?? '', href: accountHref('/sign-in') },
        { label: texts.guestsPausedSignUp ?? '', href: accountHref('/sign-up') },
      ],
    })
  } else return false
  return true
}
