'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document for the style sheet, which replaces offers with booking links (`data-member`) or, while a payment is due
 * or processing, only with a link to the account (`data-unpaid`, too), and the introductory price with the regular one
 * for other users who have used it (`data-former`). Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    if (hasStoredSession())
      import('@/components/ui/toast/signInNotice').then((notice) => notice.showSignInNotice(closeLabel))
    return subscribe(() => {
      const { subscribed, manageable, payment_processing, intro_used } = getSnapshot().response ?? {}
      const root = document.documentElement
      const isUnpaid = !subscribed && Boolean(manageable || payment_processing)
      root.toggleAttribute('data-member', subscribed || isUnpaid)
      root.toggleAttribute('data-unpaid', isUnpaid)
      root.toggleAttribute('data-former', !subscribed && Boolean(manageable || intro_used))
    })
  }, [closeLabel])
  return null
}
