'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { CheckoutTexts } from './checkout/texts'

type MemberIslandProps = { texts: CheckoutTexts; closeLabel: string }

/**
 * Hears the clicks on the checkout buttons, and looks after the membership of who is signed in. Both are loaded when
 * they are needed, since every byte here is loaded by every visitor; only the tab has to be opened in the click itself.
 */
export function MemberIsland({ texts, closeLabel }: MemberIslandProps) {
  const [Live, setLive] = useState<ComponentType<{ closeLabel: string }>>()
  useEffect(() => {
    const { dataset } = document.documentElement
    const load = () => import('./island')
    const follow = () => 'member' in dataset && load().then(({ Membership }) => setLive(() => Membership))
    const press = ({ target }: MouseEvent) => {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-checkout]')
      if (!button || button.ariaDisabled) return
      button.ariaDisabled = 'true'
      const tab = 'subscribed' in dataset ? undefined : open('', '_blank')
      load().then(
        ({ startCheckout }) => startCheckout({ button, tab, texts, closeLabel }),
        () => {
          // Without its script there is no toast either.
          tab?.close()
          button.ariaDisabled = null
          alert(texts.errorText)
        },
      )
    }
    follow()
    addEventListener('storage', follow)
    // On its way down, and the press that came too early once more: see components/ui/form/EarlyPress.tsx.
    addEventListener('click', press, true)
    dispatchEvent(new Event('heard'))
    return () => {
      removeEventListener('storage', follow)
      removeEventListener('click', press, true)
    }
  }, [texts, closeLabel])
  return Live ? <Live closeLabel={closeLabel} /> : null
}
