import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { errorCode } from '@/lib/errorCode'
import { getSnapshot, refresh } from '@/lib/membership/subscriptionStore'
import { showInTab } from './stripeTab'
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
  /** A guest's address; without one, guests are asked for it. */
  email?: string
}

let isStarting = false

/**
 * Starts a checkout and shows it in a new tab, or says why not. Call it in the press itself, as {@link showInTab} wants
 * it. A press on another button meanwhile does nothing. Guests are asked for their address first; their tab is opened in the
 * press with which they give it.
 */
export async function startCheckout(checkout: Checkout): Promise<void> {
  const { offerVersion, texts, closeLabel, acceptsRegular = false, email } = checkout
  if (isStarting) return
  if (getSnapshot().answer?.subscribed) return sayAlreadySubscribed(texts, closeLabel)
  isStarting = true
  const request = { offer_version: offerVersion, accepts_regular: acceptsRegular, email }
  let takeBack: (() => void) | undefined
  try {
    if (!email && !hasStoredSession()) return await askGuest(checkout)
    const call = () => callRoute('/api/create-checkout', request)
    const title = texts.redirectTitle ?? ''
    const isShown = await showInTab({ title, text: texts.preparing }, call, texts, () => {
      takeBack = showToast({ title, text: texts.redirectText, closeLabel })
    })
    if (!isShown) takeBack?.()
  } catch (error) {
    takeBack?.()
    await explain(checkout, error).catch((failure: unknown) => sayFailed(checkout, failure))
  } finally {
    isStarting = false
  }
}

/** Asks a guest for an address, and goes on with it. The script for that is loaded when it is needed. */
async function askGuest(checkout: Checkout, isRefused = false): Promise<void> {
  const { askForEmail } = await import('./askForEmail')
  askForEmail(checkout.texts, (email) => startCheckout({ ...checkout, email }), isRefused)
}

/**
 * Every refusal in its own words; what nobody foresaw in the specification's. The script that knows them is loaded when it
 * is needed.
 */
async function explain(checkout: Checkout, error: unknown): Promise<void> {
  const code = errorCode(error)
  if (code === 'already_subscribed') {
    sayAlreadySubscribed(checkout.texts, checkout.closeLabel)
    await refresh({ live: true })
  } else if (code === 'email_required' || code === 'email_invalid') {
    await askGuest(checkout, code === 'email_invalid')
  } else {
    const { askBack, explanations } = await import('./askBack')
    if (!askBack(checkout, error, startCheckout)) sayFailed(checkout, error, explanations[code ?? ''])
  }
}

function sayFailed({ texts, closeLabel }: Checkout, error: unknown, explanation?: keyof CheckoutTexts): void {
  console.warn('[checkout]', error)
  const name = navigator.onLine ? explanation : 'offline'
  const text = (name && texts[name]) || texts.errorText
  showToast({ title: texts.errorTitle ?? '', text, tone: 'error', closeLabel })
}

function sayAlreadySubscribed(texts: CheckoutTexts, closeLabel: string): void {
  showToast({ title: texts.alreadySubscribedTitle ?? '', text: texts.alreadySubscribedText, closeLabel })
}
