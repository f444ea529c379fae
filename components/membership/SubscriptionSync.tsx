'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { showStoredToast } from '@/components/ui/toast/storedToast'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document for members, who are offered a session instead of a membership. Shows a toast of the previous page.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => void showStoredToast(closeLabel), [closeLabel])
  useEffect(
    () =>
      subscribe(() =>
        document.documentElement.toggleAttribute('data-member', getSnapshot().response?.subscribed === true),
      ),
    [],
  )
  return null
}
