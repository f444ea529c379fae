import { ask } from '@/components/ui/dialog/ask'
import { onReturn, openTab } from '@/components/ui/tab/newTab'
import { propertyOf } from '@/lib/errorCode'
import { refresh } from '@/lib/membership/subscriptionStore'

type BlockedTexts = { blockedTitle?: string; blockedText?: string; blockedLink?: string; cancel?: string }

/**
 * Shows a page of Stripe in a new tab, and looks at the subscription again when the visitor comes back. Where the browser
 * keeps the tab closed, a link in a dialog leads there. Call it in the press itself, for browsers take a tab that comes
 * later for an advertisement.
 *
 * @param title - what the tab says while it waits
 * @param call - asks one of the site's routes for the address
 * @returns whether the tab shows it
 * @throws what `call` throws, or an error with the code `missing_url`
 */
export async function showInTab(
  title: string | undefined,
  call: () => Promise<unknown>,
  texts: BlockedTexts,
): Promise<boolean> {
  const tab = openTab(title ?? '')
  try {
    const url = propertyOf(await call(), 'url')
    if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
      throw Object.assign(new Error('The answer has no address.'), { code: 'missing_url' })
    }
    onReturn(() => refresh({ live: true }))
    if (tab && !tab.closed) {
      tab.location.replace(url)
      return true
    }
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
