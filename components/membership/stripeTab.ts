import { ask } from '@/components/ui/dialog/ask'
import { onReturn } from '@/components/ui/tab/newTab'
import { propertyOf } from '@/lib/errorCode'
import { refresh } from '@/lib/membership/subscriptionStore'

type BlockedTexts = { blockedTitle?: string; blockedText?: string; blockedLink?: string; cancel?: string }

/** The address in an answer, if it is one that a tab may be sent to. */
export function urlIn(answer: unknown): string | undefined {
  const url = propertyOf(answer, 'url')
  return typeof url === 'string' && /^https?:\/\//.test(url) ? url : undefined
}

/**
 * Shows a page of Stripe in the tab that a press has opened, and looks at the subscription again when the visitor comes
 * back. Where the browser kept the tab closed, a link in a dialog leads there.
 *
 * @returns whether the tab shows it
 */
export function showInTab(tab: Window | null, url: string, texts: BlockedTexts): boolean {
  onReturn(() => refresh({ live: true }))
  if (tab && !tab.closed) {
    tab.location.replace(url)
    return true
  }
  ask({
    title: texts.blockedTitle ?? '',
    texts: [texts.blockedText],
    cancelLabel: texts.cancel ?? '',
    action: { label: texts.blockedLink ?? '', href: url },
  })
  return false
}
