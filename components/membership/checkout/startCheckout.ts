import { ask } from '@/components/ui/dialog/ask'
import { onReturn, openTab, prepareTab } from '@/components/ui/tab/newTab'
import { showToast, type Toast } from '@/components/ui/toast/showToast'
import { memberFetch } from '@/lib/membership/memberFetch'
import { refresh } from '@/lib/membership/subscriptionStore'
import { codeOf } from './problems'
import type { CheckoutTexts } from './texts'

type Start = {
  /** The button that was pressed, with the version of the terms beside it. */
  button: Pick<HTMLElement, 'ariaDisabled' | 'dataset'>
  /** The tab that was opened in the click; null when the browser refused, undefined for a member. */
  tab: Window | null | undefined
  texts: CheckoutTexts
  closeLabel: string
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

/** Starts a checkout and shows it in the tab, or says why not. A click on another button meanwhile does nothing. */
export async function startCheckout(start: Start): Promise<void> {
  const { button, tab, texts } = start
  if (isStarting) {
    button.ariaDisabled = null
    return tab?.close()
  }
  isStarting = true
  prepareTab(tab, texts.redirectTitle ?? '')
  try {
    await attempt(start)
  } catch (error) {
    tab?.close()
    await explain(start, error)
  } finally {
    isStarting = false
    button.ariaDisabled = null
  }
}

async function attempt({ button, tab, texts, closeLabel, acceptsRegular = false }: Start): Promise<void> {
  // Known to be a member already; Stripe need not be asked.
  if (tab === undefined) return alreadySubscribed(texts, closeLabel)
  const answer = await memberFetch('/api/create-checkout', {
    offer_version: button.dataset.checkout,
    accepts_regular: acceptsRegular,
  })
  const url = urlIn(answer)
  if (!url) {
    tab?.close()
    return fail(texts.missingUrl, texts, closeLabel)
  }
  onReturn(() => refresh({ live: true }))
  if (!tab || tab.closed) {
    return ask({
      title: texts.blockedTitle ?? '',
      texts: [texts.blockedText],
      cancelLabel: texts.cancel ?? '',
      action: { label: texts.blockedLink ?? '', href: url },
    })
  }
  tab.location.replace(url)
  say({ title: texts.redirectTitle ?? '', text: texts.redirectText, closeLabel })
}

/** Every refusal in its own words; what nobody foresaw in the specification's. */
async function explain(start: Start, error: unknown): Promise<void> {
  const { button, texts, closeLabel } = start
  const code = codeOf(error)
  if (code === 'already_subscribed') {
    alreadySubscribed(texts, closeLabel)
    await refresh({ live: true })
  } else if (code === 'intro_used') {
    ask({
      title: texts.introUsedTitle ?? '',
      texts: [texts.introUsedText, button.dataset.regularTerms],
      cancelLabel: texts.cancel ?? '',
      action: {
        label: texts.introUsedAccept ?? '',
        onPress: () => {
          const tab = openTab(texts.redirectTitle ?? '')
          startCheckout({ ...start, tab, acceptsRegular: true })
        },
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
    fail(name && texts[name], texts, closeLabel)
  }
}

function alreadySubscribed(texts: CheckoutTexts, closeLabel: string): void {
  say({ title: texts.alreadySubscribedTitle ?? '', text: texts.alreadySubscribedText, closeLabel })
}

function fail(text: string | undefined, texts: CheckoutTexts, closeLabel: string): void {
  say({ title: texts.errorTitle ?? '', text: text || texts.errorText, tone: 'error', closeLabel })
}

const say = (toast: Toast) => showToast(toast)

/** The address in an answer, if it is one that a tab may be sent to. */
function urlIn(answer: unknown): string | undefined {
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : undefined
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined
}
