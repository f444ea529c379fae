'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { StatusTexts } from './texts'

type StatusCardSlotProps = { texts: StatusTexts; closeLabel: string }

/**
 * The place of the status card. It has its height before anything is painted where a session is kept (`data-member`),
 * and none for anybody else, for whom nothing is loaded.
 */
export function StatusCardSlot(props: StatusCardSlotProps) {
  const [Card, setCard] = useState<ComponentType<StatusCardSlotProps>>()
  useEffect(() => {
    const page = document.documentElement
    const load = () => {
      if (!('member' in page.dataset)) return
      import('./StatusCard').then(({ StatusCard }) => setCard(() => StatusCard))
    }
    const watch = new MutationObserver(load)
    watch.observe(page, { attributeFilter: ['data-member'] })
    load()
    return () => watch.disconnect()
  }, [])
  return <div className="status-slot surface-deep">{Card && <Card {...props} />}</div>
}
