import { useState } from 'react'
import { ask } from '@/components/ui/dialog/ask'
import { onReturn, openTab } from '@/components/ui/tab/newTab'
import { showToast } from '@/components/ui/toast/showToast'
import { memberFetch } from '@/lib/membership/memberFetch'
import { refresh } from '@/lib/membership/subscriptionStore'
import type { StatusTexts } from './texts'

/** Opens Stripe's portal in a new tab, and looks at the subscription again when the member comes back. */
export function ManageButton({ texts, closeLabel }: { texts: StatusTexts; closeLabel: string }) {
  const [isOpening, setIsOpening] = useState(false)

  async function press() {
    if (isOpening) return
    setIsOpening(true)
    const tab = openTab(texts.manage ?? '')
    try {
      const url = urlIn(await memberFetch('/api/customer-portal'))
      onReturn(() => refresh({ live: true }))
      if (tab && !tab.closed) tab.location.replace(url)
      else {
        ask({
          title: texts.blockedTitle ?? '',
          texts: [texts.blockedText],
          cancelLabel: texts.cancel ?? '',
          action: { label: texts.blockedLink ?? '', href: url },
        })
      }
    } catch (error) {
      console.warn('[portal]', error)
      tab?.close()
      const { portalErrorTitle = '', portalErrorText } = texts
      showToast({ title: portalErrorTitle, text: portalErrorText, tone: 'error', closeLabel })
    } finally {
      setIsOpening(false)
    }
  }

  return (
    <button
      type="button"
      className="button button-compact"
      aria-disabled={isOpening || undefined}
      onClick={press}
    >
      {texts.manage}
    </button>
  )
}

function urlIn(answer: unknown): string {
  const url = typeof answer === 'object' && answer !== null && 'url' in answer ? answer.url : undefined
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) throw new Error('The answer has no address.')
  return url
}
