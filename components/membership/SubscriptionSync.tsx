'use client'

import { useEffect } from 'react'
import { getSnapshot, subscribe } from '@/components/membership/subscriptionStore'
import { signInNoticeKey } from '@/lib/auth/browser/storedSession'
import { tryStorage } from '@/lib/browserStorage'

/**
 * Starts reading the session and checking the user's subscription. Loads nothing for visitors without a session. Marks
 * the document, so that the style sheet shows members booking links instead of offers, and former members the regular
 * price. Shows a stored sign-in notice once.
 */
export function SubscriptionSync({ closeLabel }: { closeLabel: string }) {
  useEffect(() => {
    tryStorage((storage) => {
      const title = storage.getItem(signInNoticeKey)
      storage.removeItem(signInNoticeKey)
      if (title)
        import('@/components/ui/toast/showToast').then((toast) => toast.showToast({ title, closeLabel }))
    }, 'sessionStorage')
    return subscribe(() => {
      const { response } = getSnapshot()
      document.documentElement.dataset.member = (response?.subscribed ? 'current' : response?.status) ?? ''
    })
  }, [closeLabel])
  return null
}
