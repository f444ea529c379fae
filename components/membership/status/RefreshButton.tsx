import { useState } from 'react'
import { showToast } from '@/components/ui/toast/showToast'
import { refresh } from '@/lib/membership/subscriptionStore'
import type { StatusTexts } from './texts'

/** Asks again. Only what is up to date now is called so; the card says itself that it is not. */
export function RefreshButton({ texts, closeLabel }: { texts: StatusTexts; closeLabel: string }) {
  const [isAsking, setIsAsking] = useState(false)

  async function press() {
    if (isAsking) return
    setIsAsking(true)
    const isUpToDate = await refresh({ live: true })
    setIsAsking(false)
    if (!isUpToDate) return
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
