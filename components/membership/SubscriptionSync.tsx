'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { signInNoticeKey } from '@/lib/auth/browser/storedSession'
import { tryStorage } from '@/lib/browserStorage'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * a member's document, so that the style sheet shows booking links, not offers. Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    tryStorage((storage) => {
      const title = storage.getItem(signInNoticeKey)
      storage.removeItem(signInNoticeKey)
      if (title)
        import('@/components/ui/toast/showToast').then((toast) => toast.showToast({ title, closeLabel }))
    }, 'sessionStorage')
    return subscribe(() =>
      document.documentElement.toggleAttribute('data-member', getSnapshot().response?.subscribed === true),
    )
  }, [closeLabel])
  return null
}
