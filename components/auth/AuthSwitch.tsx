'use client'

import { type ReactNode, useLayoutEffect, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'

/**
 * Shows one thing to users who arrive signed in, and another to visitors. Both are in the static page, where the mark
 * on the document (lib/auth/browser/storedSession.ts) shows one until this script has loaded. Signing in here leaves
 * the form in place until it is done; other tabs are followed.
 */
export function AuthSwitch({ signedIn, signedOut }: { signedIn: ReactNode; signedOut: ReactNode }) {
  const [hasSession, setHasSession] = useState<boolean>()
  // At once: a form that was submitted before this script loaded may be about to change the mark, and would be hidden
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
