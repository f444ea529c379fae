'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Shows `signedIn` to users, and `signedOut` to other visitors. The static page contains both. Until hydration, an
 * attribute of `<html>` (lib/auth/browser/storedSession.ts) selects one. Later, only a sign-in or sign-out in another
 * tab switches between them; signing in on this page does not.
 */
export function AuthSwitch({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const [hasSession, setHasSession] = useState<boolean>()
  // Read before paint: a form submitted before hydration may soon change the attribute, which would hide the form.
  useLayoutEffect(() => {
    const updateHasSession = () => setHasSession(hasStoredSession())
    updateHasSession()
    // Browsers send `storage` events only to other tabs.
    addEventListener('storage', updateHasSession)
    return () => removeEventListener('storage', updateHasSession)
  }, [])
  return (
    <>
      {hasSession !== false && <div className={hasSession ? undefined : 'for-users'}>{signedIn}</div>}
      {hasSession !== true && (
        <div className={hasSession === undefined ? 'for-visitors' : undefined}>{signedOut}</div>
      )}
    </>
  )
}
