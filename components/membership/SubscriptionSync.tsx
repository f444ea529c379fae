'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document, so that the style sheet shows booking links instead of offers to members, and the regular price to
 * others who have used the introductory price, or whose membership is paused or unpaid. Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    if (hasStoredSession())
      import('@/components/ui/toast/signInNotice').then((notice) => notice.showSignInNotice(closeLabel))
    return subscribe(() => {
      const { response } = getSnapshot()
      const former = response?.intro_used || response?.manageable ? 'former' : ''
      document.documentElement.dataset.member = response?.subscribed ? 'current' : former
    })
  }, [closeLabel])
  return null
}
