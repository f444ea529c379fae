'use client'

import Link from 'next/link'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { markNoMembership } from '@/lib/auth/browser/noMembership'
import { offerPath } from '@/lib/membership/offerPath'
import {
  getServerSnapshot,
  getSnapshot,
  refresh,
  type SubscriptionState,
  subscribe,
} from '@/lib/membership/subscriptionStore'
import { showInTab } from '../stripeTab'
import type { StatusTexts } from '../texts'
import type { StatusFactsProps } from './StatusFacts'

type StatusCardProps = {
  texts: StatusTexts
  closeLabel: string
  className?: string
  /** Stands below the card of a member, and where a membership is expected, so that nothing moves when it is confirmed. */
  children?: ReactNode
}

/** Loaded for users only, while their membership is asked for. Where its script does not come, the card goes on without the facts. */
const StatusFacts = lazy<ComponentType<StatusFactsProps>>(() =>
  import('./StatusFacts').then(
    (loaded) => ({ default: loaded.StatusFacts }),
    () => ({ default: () => null }),
  ),
)

/**
 * What a user has, until when, what comes next, and the ways to change it. Its place has its height before anything is
 * painted: a member's where a session is kept, a line's where no membership is expected (lib/auth/browser/storedSession.ts),
 * and none for anybody else.
 */
export function StatusCard({ texts, closeLabel, className = '', children }: StatusCardProps) {
  const { check, answer, failed } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)

  // For a page that was reached without loading it.
  useLayoutEffect(markNoMembership, [])

  /** Only what is up to date now is called so; the card says itself that it is not. */
  async function askAgain() {
    if (!(await refresh({ live: true }))) return
    showToast({ title: texts.refreshedTitle ?? '', text: texts.refreshedText, closeLabel })
  }

  async function manage() {
    try {
      await showInTab(
        { title: texts.manage ?? '', text: texts.preparing },
        () => callRoute('/api/customer-portal', { return_path: location.pathname }),
        texts,
      )
    } catch (error) {
      console.warn('[portal]', error)
      const { portalErrorTitle = '', portalErrorText } = texts
      showToast({ title: portalErrorTitle, text: portalErrorText, tone: 'error', closeLabel })
    }
  }

  return (
    <>
      <div className={`status-place surface-deep ${className}`}>
        {check !== 'none' && (
          <div className={`status-card ${answer?.subscribed ? '' : 'status-card-short'}`}>
            <h2 className="text-subtitle">{texts.heading}</h2>
            <p role="status" className={answer ? 'sr-only' : 'mt-4'}>
              {messageOf(check, texts)}
            </p>
            {/* The buttons come together with the facts, which would push them down. */}
            <Suspense>
              <StatusFacts answer={answer} texts={texts} isOld={failed === true || answer?.stale === true} />
              <div className="status-ways">
                {answer && !answer.subscribed && !answer.manageable && (
                  <Link href={offerPath} prefetch={false} className="button button-compact">
                    {texts.offerLink}
                  </Link>
                )}
                {answer?.manageable && (
                  <ActionButton className="button button-compact" act={manage}>
                    {texts.manage}
                  </ActionButton>
                )}
                {check !== 'checking' && (
                  <ActionButton className="button button-compact button-quiet" act={askAgain}>
                    {texts.refresh}
                  </ActionButton>
                )}
              </div>
            </Suspense>
          </div>
        )}
      </div>
      {children && (!answer || answer.subscribed) && (
        <div className={answer ? undefined : 'for-expected-members'}>{children}</div>
      )}
    </>
  )
}

/** One expression, so that React sets it as the paragraph's text: translators replace the text nodes of several. */
function messageOf(check: SubscriptionState['check'], texts: StatusTexts): string | undefined {
  if (check === 'checking') return texts.checking
  return check === 'unknown' ? texts.unavailable : undefined
}
