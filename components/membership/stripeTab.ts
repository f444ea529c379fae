import { onReturn, openTab, type TabContent } from '@/components/ui/tab/newTab'
import { dismissError } from '@/components/ui/toast/showToast'
import { getProperty } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { refresh } from '@/lib/membership/mirror/subscriptionStore'

type BlockedTexts = { blockedTitle?: string; blockedText?: string; blockedLink?: string; cancel?: string }

/**
 * Shows a page of Stripe in a new tab, and refreshes the subscription whenever the visitor returns. Where the browser
 * blocks the tab, a dialog shows a link. Call it synchronously in a click handler, since browsers block later tabs.
 *
 * @param waiting - the content of the tab while it waits
 * @param call - requests the URL from one of the site's routes
 * @param onOpened - called when there is a tab, before the response
 * @returns whether the tab shows it
 * @throws errors of `call`, or an error with the code `missing_url`
 */
export async function showInTab(
  waiting: TabContent,
  call: () => Promise<unknown>,
  texts: BlockedTexts,
  onOpened?: () => void,
): Promise<boolean> {
  const tab = openTab(waiting)
  dismissError()
  if (tab) onOpened?.()
  try {
    const url = getProperty(await call(), 'url')
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
      throw Object.assign(new Error('The answer has no address.'), { code: 'missing_url' })
    }
    onReturn(() => {
      refresh({ live: true })
      // For a visitor who returns before the response.
      return tab?.closed === true
    })
    if (tab && !tab.closed) {
      tab.location.replace(url)
      return true
    }
    const { openDialog } = await loadOnDemand(() => import('@/components/ui/dialog/openDialog'))
    openDialog({
      title: texts.blockedTitle ?? '',
      texts: [texts.blockedText],
      cancelLabel: texts.cancel ?? '',
      actions: [{ label: texts.blockedLink ?? '', href: url, newTab: true }],
    })
    return false
  } catch (error) {
    tab?.close()
    throw error
  }
}
