import { getSnapshot } from '@/components/membership/subscriptionStore'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { getErrorCode } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import type { Checkout } from './checkout'
import { loadOfferDialog } from './offerDialog/loadOfferDialog'
import { readVisitSource } from './readVisitSource'
import { openStripeTab } from './stripeTab'
import type { CheckoutTexts } from './texts'

let isStarting = false

/**
 * Starts a checkout and opens it in a new tab, or shows why it failed. Must be called synchronously in a click handler,
 * as {@link openStripeTab} requires. Further clicks are ignored while a checkout starts. For a guest without an email,
 * opens the purchase dialog, whose button calls this function again.
 */
export async function startCheckout(checkout: Checkout): Promise<void> {
  const { offerVersion, texts, closeLabel, acceptsRegular = false, email, guestToken, captcha } = checkout
  if (isStarting) return
  isStarting = true
  const request = {
    offer_version: offerVersion,
    accepts_regular: acceptsRegular,
    email,
    mark: guestToken,
    captcha,
    source: readVisitSource(),
  }
  try {
    if (getSnapshot().response?.subscribed) return (await loadConflicts()).showSubscribed(checkout)
    if (!email && !hasStoredSession()) return await requestGuestEmail(checkout)
    const requestUrl = () => callRoute('/api/create-checkout', request)
    const title = texts.redirectTitle
    await openStripeTab({ title, text: texts.preparing }, requestUrl, texts, () =>
      showToast({ title, text: texts.redirectText, closeLabel }),
    )
  } catch (error) {
    await showCheckoutError(checkout, error).catch((nextError: unknown) => showFailure(checkout, nextError))
  } finally {
    isStarting = false
  }
}

/** Opens the purchase dialog, in which a guest enters an email. */
async function requestGuestEmail(checkout: Checkout, isEmailRejected = false): Promise<void> {
  const { texts } = checkout
  const { openOfferDialogForGuest } = await loadOfferDialog()
  if (!openOfferDialogForGuest(texts, isEmailRejected ? texts.guestEmailInvalid : undefined)) {
    showFailure(checkout, new Error('The page has no purchase dialog.'))
  }
}

const loadConflicts = () => loadOnDemand(() => import('./resolveCheckoutConflict'))

/** Shows the message or dialog for an error code, and the default message for an unknown code. */
async function showCheckoutError(checkout: Checkout, error: unknown): Promise<void> {
  const code = getErrorCode(error)
  if (code === 'email_required' || code === 'email_invalid')
    return requestGuestEmail(checkout, code === 'email_invalid')
  const { resolveCheckoutConflict, errorMessageNames } = await loadConflicts()
  if (!(await resolveCheckoutConflict(checkout, error, startCheckout)))
    showFailure(checkout, error, errorMessageNames[code ?? ''])
}

function showFailure(
  { texts, closeLabel }: Checkout,
  error: unknown,
  messageName?: keyof CheckoutTexts,
): void {
  console.warn('[checkout]', error)
  const onlineName = getErrorCode(error) === 'page_outdated' ? 'outdated' : messageName
  const name = navigator.onLine ? onlineName : 'offline'
  const text = texts[name ?? 'errorText']
  showToast({ title: texts.errorTitle, text, tone: 'error', closeLabel })
}
