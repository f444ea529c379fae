import { ask } from '@/components/ui/dialog/ask'
import { errorCode, propertyOf } from '@/lib/errorCode'
import { currentOfferIn } from '@/lib/membership/currentOffer'
import type { Checkout } from './startCheckout'

/**
 * Asks the buyer what a refused checkout needs: consent to other terms, or an account.
 *
 * @param start - starts the checkout on what was agreed to
 * @returns whether there was something to ask
 */
export function askBack(
  checkout: Checkout,
  error: unknown,
  start: (checkout: Checkout) => Promise<void>,
): boolean {
  const { regularTerms, texts, acceptsRegular } = checkout
  const code = errorCode(error)
  const current = code === 'offer_changed' && currentOfferIn(propertyOf(error, 'details'))
  const cancelLabel = texts.cancel ?? ''
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
  } else if (code === 'guests_paused') {
    const next = new URLSearchParams({ next: `${location.pathname}${location.hash}` })
    ask({
      title: texts.guestsPausedTitle ?? '',
      texts: [texts.guestsPausedText],
      cancelLabel,
      ways: [
        { label: texts.guestsPausedSignIn ?? '', href: `/sign-in?${next}` },
        { label: texts.guestsPausedSignUp ?? '', href: `/sign-up?${next}` },
      ],
    })
  } else return false
  return true
}
