'use client'

import { useEffect } from 'react'
import { startSync } from '@/lib/membership/mirror/subscriptionStore'

/** Synchronizes the user's session and subscription, on every page. Loads nothing for visitors without a session. */
export function SubscriptionSync() {
  useEffect(startSync, [])
  return null
}
