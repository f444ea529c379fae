import { refresh } from '@/components/membership/subscriptionStore'
import { openTab, subscribeToReturn, type TabContent } from '@/components/ui/tab/newTab'
import { dismissError } from '@/components/ui/toast/showToast'
import { getProperty } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import type { CheckoutTexts } from './texts'

type BlockedTexts = Pick<CheckoutTexts, 'blockedTitle' | 'blockedText' | 'blockedLink' | 'cancel'>

/**
 * Opens a Stripe page in a new tab, and refreshes the subscription whenever the visitor returns. If the browser blocks
 * the tab, a dialog shows a link. Must be called synchronously in a click handler, since browsers block later tabs.
 *
 * @param placeholder - the content of the tab until the URL is known
 * @param requestUrl - requests the URL from one of the site's routes
 * @param onOpened - called when the tab is open, before the response; returns a function that is called when the tab is
 * not needed anymore: after a failure, or when the visitor returns
 * @throws errors from `requestUrl` or `loadOnDemand`, or an error with the code `missing_url`
 */
export async function openStripeTab(
  placeholder: TabContent,
  requestUrl: () => Promise<unknown>,
  texts: BlockedTexts,
  onOpened?: () => () => void,
): Promise<void> {
  const tab = openTab(placeholder)
  dismissError()
  const dismiss = tab ? onOpened?.() : undefined
  try {
    const url = getProperty(await requestUrl(), 'url')
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
      throw Object.assign(new Error('The response has no URL.'), { code: 'missing_url' })
    }
    subscribeToReturn(() => {
      dismiss?.()
      refresh({ live: true })
      // Unsubscribes once the tab is closed. Until then the visitor may return several times.
      return tab?.closed === true
    })
    if (tab && !tab.closed) return tab.location.replace(url)
    dismiss?.()
    const { openDialog } = await loadOnDemand(() => import('@/components/ui/dialog/openDialog'))
    openDialog({
      title: texts.blockedTitle,
      texts: [texts.blockedText],
      cancelLabel: texts.cancel,
      actions: [{ label: texts.blockedLink, href: url, isNewTab: true }],
    })
  } catch (error) {
    dismiss?.()
    tab?.close()
    throw error
  }
}
