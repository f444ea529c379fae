'use client'

import { lazy, type ReactNode, Suspense, useLayoutEffect, useSyncExternalStore } from 'react'
import { markNoMembership } from '@/lib/auth/browser/storedSession'
import { getServerSnapshot, getSnapshot, subscribe } from '../subscriptionStore'
import type { StatusTexts } from '../texts'
import type { StatusFactsProps } from './StatusFacts'

type StatusCardProps = {
  texts: StatusTexts
  closeLabel: string
  className: 'status-band' | 'status-beside'
  /**
   * Rendered below the card for members and, during the check, for users whose membership is expected, so that the
   * layout does not shift.
   */
  children?: ReactNode
}

/** Loads only for users, while their membership is checked. If its script fails to load, the card has no facts. */
const StatusFacts = lazy<(props: StatusFactsProps) => ReactNode>(() =>
  import('./StatusFacts').then(
    (loaded) => ({ default: loaded.StatusFacts }),
    () => ({ default: () => null }),
  ),
)

/**
 * The user's membership, its end, the next payment, and the actions. The style sheet reserves the card's height before
 * the first paint: the full height for users, less for users without a membership, and none for other visitors
 * (lib/auth/browser/storedSession.ts).
 */
export function StatusCard({ texts, closeLabel, className, children }: StatusCardProps) {
  const { check, response, failed } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  // One string, since browser translators replace text nodes, and React can't update the replacements.
  const message = check === 'checking' ? texts.checking : check === 'unknown' ? texts.unavailable : undefined

  // The inline script that sets `data-no-membership` does not run on client-side navigation.
  useLayoutEffect(markNoMembership, [])

  // `status-card-short` has an effect only together with `data-no-membership`.
  return (
    <>
      <div className={`status-place surface-deep ${className}`}>
        {check !== 'none' && (
          <div className={`status-card ${response?.subscribed ? '' : 'status-card-short'}`}>
            <h2 className="text-subtitle">{texts.heading}</h2>
            <p role="status" className={response ? 'sr-only' : 'mt-4'}>
              {message}
            </p>
            <Suspense>
              <StatusFacts
                check={check}
                response={response}
                texts={texts}
                isStale={Boolean(failed || response?.stale)}
                closeLabel={closeLabel}
              />
            </Suspense>
          </div>
        )}
      </div>
      {children && (!response || response.subscribed) && (
        <div className={`status-below ${response ? '' : 'for-expected-members'}`}>{children}</div>
      )}
    </>
  )
}
