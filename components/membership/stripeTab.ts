import { onReturn, openTab, type Waiting } from '@/components/ui/tab/newTab'
import { dismissError } from '@/components/ui/toast/showToast'
import { getProperty } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { refresh } from '@/lib/membership/mirror/subscriptionStore'

type BlockedTexts = { blockedTitle?: string; blockedText?: string; blockedLink?: string; cancel?: string }

/**
 * Shows a page of Stripe in a new tab, and looks at the subscription again whenever the visitor comes back from it. Where the browser
 * keeps the tab closed, a link in a dialog leads there. Call it in the press itself, for browsers take a tab that comes
 * later for an advertisement.
 *
 * @param waiting - what the tab says while it waits
 * @param call - asks one of the site's routes for the address
 * @param onOpened - called when there is a tab, before the address is known
 * @returns whether the tab shows it
 * @throws what `call` throws, or an error with the code `missing_url`
 */
export async function showInTab(
  waiting: Waiting,
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
      // Whoever only looks back here goes on there.
      return tab?.closed === true
    })
    if (tab && !tab.closed) {
      tab.location.replace(url)
      return true
    }
    const { ask } = await loadOnDemand(() => import('@/components/ui/dialog/ask'))
    ask({
      title: texts.blockedTitle ?? '',
      texts: [texts.blockedText],
      cancelLabel: texts.cancel ?? '',
      ways: [{ label: texts.blockedLink ?? '', href: url, newTab: true }],
    })
    return false
  } catch (error) {
    tab?.close()
    throw error
  }
}
