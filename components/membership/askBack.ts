import { ask } from '@/components/ui/dialog/ask'
import { requestCaptchaToken } from '@/lib/auth/browser/captcha'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { parseCurrentOffer } from '@/lib/membership/offer/currentOffer'
import { accountHref } from './accountHref'
import type { Checkout } from './startCheckout'
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
 * Asks the buyer what a refused checkout needs: consent to other terms, a challenge, or an account.
 *
 * @param start - starts the checkout on what was agreed to
 * @returns whether there was something to ask
 * @throws what a challenge throws that fails
 */
export async function askBack(
  checkout: Checkout,
  error: unknown,
  start: (checkout: Checkout) => Promise<void>,
): Promise<boolean> {
  const { regularTerms, texts, acceptsRegular } = checkout
  const code = getErrorCode(error)
  const current = code === 'offer_changed' && parseCurrentOffer(getProperty(error, 'details'))
  const cancelLabel = texts.cancel ?? ''
  const captcha = code === 'captcha_required' && !checkout.captcha ? await requestCaptchaToken() : undefined
  if (code === 'intro_used') {
    ask({
      title: texts.introUsedTitle ?? '',
      texts: [texts.introUsedText, regularTerms],
      cancelLabel,
      ways: [
        {
          label: texts.introUsedAccept ?? '',
          onPress: () => start({ ...checkout, acceptsRegular: true }),
        },
      ],
    })
  } else if (current) {
    const offer = { offerVersion: current.version, regularTerms: current.regular_terms }
    ask({
      title: texts.offerChangedTitle ?? '',
      texts: [texts.offerChanged, acceptsRegular ? current.regular_terms : current.renewal_terms],
      cancelLabel,
      ways: [{ label: texts.offerChangedAccept ?? '', onPress: () => start({ ...checkout, ...offer }) }],
    })
  } else if (code === 'membership_unpaid') {
    const payUrl = getProperty(getProperty(error, 'details'), 'pay_url')
    const pay = { label: texts.unpaidLink ?? '', newTab: true }
    ask({
      title: texts.unpaidTitle ?? '',
      texts: [texts.unpaidText],
      cancelLabel,
      ways: typeof payUrl === 'string' ? [{ ...pay, href: payUrl }] : [],
    })
  } else if (captcha) {
    // The press on it opens the tab, which a challenge in this one would be hidden behind.
    ask({
      title: texts.guestsPausedTitle ?? '',
      texts: [texts.guestsChallengeText],
      cancelLabel,
      ways: [{ label: texts.guestsChallengeContinue ?? '', onPress: () => start({ ...checkout, captcha }) }],
    })
  } else if (code === 'guests_paused' || code === 'captcha_required') {
    ask({
      title: texts.guestsPausedTitle ?? '',
      texts: [texts.guestsPausedText],
      cancelLabel,
      ways: [
        { label: texts.guestsPausedSignIn ?? '', href: accountHref('/sign-in') },
        { label: texts.guestsPausedSignUp ?? '', href: accountHref('/sign-up') },
      ],
    })
  } else return false
  return true
}
