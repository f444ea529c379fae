'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { AfterCheckoutTexts } from './texts'

type SlotProps = { texts: AfterCheckoutTexts }

/** The place of the notice after a checkout: loaded for who comes from one, and for members. */
export function AfterCheckoutSlot({ texts }: SlotProps) {
  const [Notice, setNotice] = useState<ComponentType<SlotProps>>()
  useEffect(() => {
    if (!location.search.includes('session_id=') && !('member' in document.documentElement.dataset)) return
    import('./AfterCheckout').then(({ AfterCheckout }) => setNotice(() => AfterCheckout))
  }, [])
  // The region is there before its words, so that they are heard.
  return (
    <div role="status" aria-label={texts.heading} className="after-checkout">
      {Notice && <Notice texts={texts} />}
    </div>
  )
}
