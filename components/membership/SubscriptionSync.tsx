'use client'

import { useEffect } from 'react'
import { start } from '@/lib/membership/mirror/subscriptionStore'

/** Synchronizes the user's session and subscription, on every page. Loads nothing for visitors. */
export function SubscriptionSync() {
  useEffect(start, [])
  return null
}
