'use client'

import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { markNoMembership } from '@/lib/auth/browser/noMembership'
import {
  getServerSnapshot,
  getSnapshot,
  type SubscriptionState,
  subscribe,
} from '@/lib/membership/mirror/subscriptionStore'
import type { StatusTexts } from '../texts'
import type { StatusFactsProps } from './StatusFacts'

type StatusCardProps = {
  texts: StatusTexts
  closeLabel: string
  className?: string
  /**
   * Rendered below the card of a member, and where a membership is expected, so that nothing moves when it is
   * confirmed.
   */
  children?: ReactNode
}

/** Loads for users only, during the check of their membership. Without its script the card shows the status text alone. */
const StatusFacts = lazy<ComponentType<StatusFactsProps>>(() =>
  import('./StatusFacts').then(
    (loaded) => ({ default: loaded.StatusFacts }),
    () => ({ default: () => null }),
  ),
)

/**
 * The user's membership, its end, the next payment, and the actions. Its height is reserved before the first paint: a
 * member's where a session is stored, a line's where no membership is expected (lib/auth/browser/storedSession.ts),
 * and none for visitors.
 */
export function StatusCard({ texts, closeLabel, className = '', children }: StatusCardProps) {
  const { check, response, failed } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)

  // For a page that was opened by client-side navigation.
  useLayoutEffect(markNoMembership, [])

  return (
    <>
      <div className={`status-place surface-deep ${className}`}>
        {check !== 'none' && (
          <div className={`status-card ${response?.subscribed ? '' : 'status-card-short'}`}>
            <h2 className="text-subtitle">{texts.heading}</h2>
            <p role="status" className={response ? 'sr-only' : 'mt-4'}>
              {getMessage(check, texts)}
            </p>
            <Suspense>
              <StatusFacts
                check={check}
                response={response}
                texts={texts}
                isOld={failed === true || response?.stale === true}
                closeLabel={closeLabel}
              />
            </Suspense>
          </div>
        )}
      </div>
      {children && (!response || response.subscribed) && (
        <div className={response ? undefined : 'for-expected-members'}>{children}</div>
      )}
    </>
  )
}

/** One expression, so that React sets it as the paragraph's text: translators replace the text nodes of several. */
function getMessage(check: SubscriptionState['check'], texts: StatusTexts): string | undefined {
  if (check === 'checking') return texts.checking
  return check === 'unknown' ? texts.unavailable : undefined
}
