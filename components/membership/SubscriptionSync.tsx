'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document for members, who are offered a session instead of a membership.
 */
export function SubscriptionSync() {
  useEffect(
    () =>
      subscribe(() =>
        document.documentElement.toggleAttribute('data-member', getSnapshot().response?.subscribed === true),
      ),
    [],
  )
  return null
}
