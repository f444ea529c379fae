'use client'

import { useEffect } from 'react'
import { startSync } from '@/components/membership/subscriptionStore'

/** Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. */
export function SubscriptionSync() {
  useEffect(startSync, [])
  return null
}
