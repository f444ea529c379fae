'use client'

import { useEffect } from 'react'
import { openTab } from '@/components/ui/tab/newTab'
import type { CheckoutTexts } from './checkout/texts'

type CheckoutIslandProps = { texts: CheckoutTexts; closeLabel: string }

/**
 * Hears the clicks on the checkout buttons of the page, and looks after the subscription of a member. Both are loaded
 * when they are needed; only the tab has to be opened in the click itself.
 */
export function CheckoutIsland({ texts, closeLabel }: CheckoutIslandProps) {
  useEffect(() => {
    const page = document.documentElement
    const press = ({ target }: MouseEvent) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-checkout]')
      if (!button || button.ariaDisabled) return
      button.ariaDisabled = 'true'
      const tab = 'subscribed' in page.dataset ? undefined : openTab(texts.redirectTitle ?? '')
      import('./checkout/startCheckout')
        .then(({ startCheckout }) => startCheckout({ button, tab, texts, closeLabel }))
        .catch(() => {
          tab?.close()
          // Without its script there is no toast either.
          const note = document.createElement('p')
          note.role = 'alert'
          note.textContent = texts.errorText ?? ''
          button.after(note)
        })
        .finally(() => {
          button.ariaDisabled = null
        })
    }
    const follow = () => {
      if ('member' in page.dataset)
        import('@/lib/membership/subscriptionStore').then((store) => store.start())
    }
    const watch = new MutationObserver(follow)
    watch.observe(page, { attributeFilter: ['data-member'] })
    follow()
    document.addEventListener('click', press)
    return () => {
      watch.disconnect()
      document.removeEventListener('click', press)
    }
  }, [texts, closeLabel])
  return null
}
