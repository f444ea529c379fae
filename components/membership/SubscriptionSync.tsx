'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document, so that the style sheet shows booking links instead of offers to members, only a link to the account
 * to members whose membership is paused or unpaid, and the regular price to others who have used the introductory price.
 * Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    if (hasStoredSession())
      import('@/components/ui/toast/signInNotice').then((notice) => notice.showSignInNotice(closeLabel))
    return subscribe(() => {
      const { subscribed, manageable, intro_used } = getSnapshot().response ?? {}
      const unpaid = manageable ? 'current former paused' : intro_used ? 'former' : ''
      document.documentElement.dataset.member = subscribed ? 'current' : unpaid
    })
  }, [closeLabel])
  return null
}
