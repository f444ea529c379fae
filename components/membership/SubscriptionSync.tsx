'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document, so that the style sheet shows booking links instead of offers to members, only a link to the account
 * to buyers whose payment is due or still processing, and the regular price to others who have used the introductory price.
 * Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    if (hasStoredSession())
      import('@/components/ui/toast/signInNotice').then((notice) => notice.showSignInNotice(closeLabel))
    return subscribe(() => {
      const { subscribed, manageable, payment_processing, intro_used } = getSnapshot().response ?? {}
      const former = intro_used || manageable ? 'former' : ''
      const unpaid = manageable || payment_processing ? 'current unpaid ' : ''
      document.documentElement.dataset.member = subscribed ? 'current' : unpaid + former
    })
  }, [closeLabel])
  return null
}
