'use client'

import { useEffect } from 'react'
import { start } from '@/lib/membership/mirror/subscriptionStore'

/** Looks after the session and the subscription of whoever is signed in, on every page. Loads nothing for visitors. */
export function FollowSubscription() {
  useEffect(start, [])
  return null
}
