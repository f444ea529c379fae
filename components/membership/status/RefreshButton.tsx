import { useState } from 'react'
import { showToast } from '@/components/ui/toast/showToast'
import { refresh } from '@/lib/membership/subscriptionStore'
import type { StatusTexts } from './texts'

/** Asks again. Only what worked is told; a failure shows in the time of the card. */
export function RefreshButton({ texts, closeLabel }: { texts: StatusTexts; closeLabel: string }) {
  const [isAsking, setIsAsking] = useState(false)

  async function press() {
    if (isAsking) return
    setIsAsking(true)
    const worked = await refresh({ live: true })
    setIsAsking(false)
    if (!worked) return
    showToast({ title: texts.refreshedTitle ?? '', text: texts.refreshedText, closeLabel })
  }

  return (
    <button
      type="button"
      className="button button-compact button-quiet"
      aria-disabled={isAsking || undefined}
      onClick={press}
    >
      {texts.refresh}
    </button>
  )
}
