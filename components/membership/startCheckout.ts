import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { getErrorCode } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { getSnapshot, refresh } from '@/lib/membership/mirror/subscriptionStore'
import type { Checkout } from './checkout'
import { loadOfferDialog } from './offerDialog/loadOfferDialog'
import { showInTab } from './stripeTab'
import type { CheckoutTexts } from './texts'

let isStarting = false

/**
 * Starts a checkout and opens it in a new tab, or shows why it failed. Call it synchronously in a click handler, as
 * {@link showInTab} requires. Further clicks are ignored while a checkout starts. For a guest without an email it opens
 * the purchase dialog, whose button calls it again.
 */
export async function startCheckout(checkout: Checkout): Promise<void> {
  const { offerVersion, texts, closeLabel, acceptsRegular = false, email, guestToken, captcha } = checkout
  if (isStarting) return
  if (getSnapshot().response?.subscribed) return showAlreadySubscribed(texts, closeLabel)
  isStarting = true
  const request = {
    offer_version: offerVersion,
    accepts_regular: acceptsRegular,
    email,
    mark: guestToken,
    captcha,
  }
  let dismiss: (() => void) | undefined
  try {
    if (!email && !hasStoredSession()) return await requestGuestEmail(checkout)
    const call = () => callRoute('/api/create-checkout', request)
    const title = texts.redirectTitle ?? ''
    const isShown = await showInTab({ title, text: texts.preparing }, call, texts, () => {
      dismiss = showToast({ title, text: texts.redirectText, closeLabel })
    })
    if (!isShown) dismiss?.()
  } catch (error) {
    dismiss?.()
    await showCheckoutError(checkout, error).catch((failure: unknown) => showFailure(checkout, failure))
  } finally {
    isStarting = false
  }
}

/** Opens the purchase dialog, in which a guest enters an email. */
async function requestGuestEmail(checkout: Checkout, isRefused = false): Promise<void> {
  const { texts } = checkout
  const { openForGuest } = await loadOfferDialog()
  if (!openForGuest(texts, isRefused ? (texts.guestEmailInvalid ?? '') : undefined)) {
    showFailure(checkout, new Error('The page has no purchase dialog.'))
  }
}

/**
 * Shows the message of an error code, or the default message for an unknown code. The message names load on demand.
 */
async function showCheckoutError(checkout: Checkout, error: unknown): Promise<void> {
  const code = getErrorCode(error)
  if (code === 'already_subscribed') {
    showAlreadySubscribed(checkout.texts, checkout.closeLabel)
    await refresh({ live: true })
  } else if (code === 'email_required' || code === 'email_invalid') {
    await requestGuestEmail(checkout, code === 'email_invalid')
  } else {
    const { resolveCheckoutConflict, explanations } = await loadOnDemand(
      () => import('./resolveCheckoutConflict'),
    )
    if (!(await resolveCheckoutConflict(checkout, error, startCheckout)))
      showFailure(checkout, error, explanations[code ?? ''])
  }
}

function showFailure(
  { texts, closeLabel }: Checkout,
  error: unknown,
  explanation?: keyof CheckoutTexts,
): void {
  console.warn('[checkout]', error)
  const reason = getErrorCode(error) === 'page_outdated' ? 'outdated' : explanation
  const name = navigator.onLine ? reason : 'offline'
  const text = (name && texts[name]) || texts.errorText
  showToast({ title: texts.errorTitle ?? '', text, tone: 'error', closeLabel })
}

function showAlreadySubscribed(texts: CheckoutTexts, closeLabel: string): void {
  showToast({
    title: texts.alreadySubscribedTitle ?? '',
    text: texts.alreadySubscribedText,
    link: { label: texts.alreadySubscribedLink, href: '/account' },
    closeLabel,
  })
}
