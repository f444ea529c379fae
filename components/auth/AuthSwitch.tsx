'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Shows one child to users who arrive signed in, and another to visitors. The static page contains both; until hydration,
 * an attribute of the document (lib/auth/browser/storedSession.ts) selects one. Signing in on this page does not replace
 * its form; a sign-in or sign-out in another tab does.
 */
export function AuthSwitch({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const [hasSession, setHasSession] = useState<boolean>()
  // Read at once: a form that was submitted before hydration may be about to change the attribute, which would hide it.
  // by it.
  useLayoutEffect(() => {
    const read = () => setHasSession(hasStoredSession())
    read()
    // Browsers notify the other tabs only.
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
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
