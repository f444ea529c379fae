import { ask } from '@/components/ui/dialog/ask'
import { openTab } from '@/components/ui/tab/newTab'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { errorCode } from '@/lib/errorCode'
import { getSnapshot, refresh } from '@/lib/membership/subscriptionStore'
import { showInTab, urlIn } from './stripeTab'
import type { CheckoutTexts } from './texts'

/** A checkout as a button starts it. */
export type Checkout = {
  /** The version of the terms beside the button. */
  offerVersion: string
  /** What somebody pays who has had the introductory price before, in words. */
  regularTerms: string
  texts: CheckoutTexts
  /** What screen readers say at the cross of a toast. */
  closeLabel: string
  /** The buyer has agreed to pay the regular price from the first month on. */
  acceptsRegular?: boolean
}

/** Which message explains each refusal of create-checkout. */
const explanations: Readonly<Record<string, keyof CheckoutTexts>> = {
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
}

let isStarting = false

/**
 * Starts a checkout and shows it in a new tab, or says why not. Call it in the press itself, for browsers take a tab that
 * comes later for an advertisement. A press on another button meanwhile does nothing.
 */
export async function startCheckout(checkout: Checkout): Promise<void> {
  const { texts, closeLabel } = checkout
  if (isStarting) return
  if (getSnapshot().answer?.subscribed) return sayAlreadySubscribed(texts, closeLabel)
  isStarting = true
  const tab = openTab(texts.redirectTitle ?? '')
  try {
    await attempt(checkout, tab)
  } catch (error) {
    tab?.close()
    await explain(checkout, error)
  } finally {
    isStarting = false
  }
}

async function attempt(checkout: Checkout, tab: Window | null): Promise<void> {
  const { offerVersion, texts, closeLabel, acceptsRegular = false } = checkout
  const answer = await callRoute('/api/create-checkout', {
    offer_version: offerVersion,
    accepts_regular: acceptsRegular,
  })
  const url = urlIn(answer)
  if (!url) {
    tab?.close()
    return sayFailed(texts.missingUrl, texts, closeLabel)
  }
  if (!showInTab(tab, url, texts)) return
  showToast({ title: texts.redirectTitle ?? '', text: texts.redirectText, closeLabel })
}

/** Every refusal in its own words; what nobody foresaw in the specification's. */
async function explain(checkout: Checkout, error: unknown): Promise<void> {
  const { regularTerms, texts, closeLabel } = checkout
  const code = errorCode(error)
  if (code === 'already_subscribed') {
    sayAlreadySubscribed(texts, closeLabel)
    await refresh({ live: true })
  } else if (code === 'intro_used') {
    ask({
      title: texts.introUsedTitle ?? '',
      texts: [texts.introUsedText, regularTerms],
      cancelLabel: texts.cancel ?? '',
      action: {
        label: texts.introUsedAccept ?? '',
        onPress: () => startCheckout({ ...checkout, acceptsRegular: true }),
      },
    })
  } else if (code === 'offer_changed') {
    ask({
      title: texts.errorTitle ?? '',
      texts: [texts.offerChanged],
      cancelLabel: texts.cancel ?? '',
      action: { label: texts.reload ?? '', onPress: () => location.reload() },
    })
  } else {
    console.warn('[checkout]', error)
    const name = navigator.onLine ? explanations[code ?? ''] : 'offline'
    sayFailed(name && texts[name], texts, closeLabel)
  }
}

function sayAlreadySubscribed(texts: CheckoutTexts, closeLabel: string): void {
  showToast({ title: texts.alreadySubscribedTitle ?? '', text: texts.alreadySubscribedText, closeLabel })
}

function sayFailed(text: string | undefined, texts: CheckoutTexts, closeLabel: string): void {
  showToast({ title: texts.errorTitle ?? '', text: text || texts.errorText, tone: 'error', closeLabel })
}
