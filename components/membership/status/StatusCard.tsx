'use client'

import { useSyncExternalStore, useTransition } from 'react'
import { openTab } from '@/components/ui/tab/newTab'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { getServerSnapshot, getSnapshot, refresh, subscribe } from '@/lib/membership/subscriptionStore'
import { showInTab, urlIn } from '../stripeTab'
import type { StatusTexts } from '../texts'
import { StatusFacts } from './StatusFacts'

type StatusCardProps = { texts: StatusTexts; closeLabel: string }

/**
 * What a user has, until when, what comes next, and the ways to change it. Its place has its height before anything is
 * painted where a session is kept (lib/auth/browser/storedSession.ts), and none for anybody else.
 */
export function StatusCard({ texts, closeLabel }: StatusCardProps) {
  const { check, answer, failed } = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
  return (
    <div className="status-place surface-deep">
      {check !== 'none' && (
        <div className="status-card">
          <h2 className="text-subtitle">{texts.heading}</h2>
          {answer && <StatusFacts answer={answer} texts={texts} isOld={failed === true || answer.stale} />}
          <p role="status" className={answer ? 'sr-only' : 'mt-4'}>
            {check === 'checking' && texts.checking}
            {check === 'unknown' && texts.unavailable}
          </p>
          <div className="status-ways">
            {answer?.manageable && <ManageButton texts={texts} closeLabel={closeLabel} />}
            {check !== 'checking' && <RefreshButton texts={texts} closeLabel={closeLabel} />}
          </div>
        </div>
      )}
    </div>
  )
}

/** Asks again. Only what is up to date now is called so; the card says itself that it is not. */
function RefreshButton({ texts, closeLabel }: StatusCardProps) {
  const [isAsking, startAsking] = useTransition()

  async function ask() {
    if (!(await refresh({ live: true }))) return
    showToast({ title: texts.refreshedTitle ?? '', text: texts.refreshedText, closeLabel })
  }

  return (
    <button
      type="button"
      className="button button-compact button-quiet"
      aria-disabled={isAsking || undefined}
      onClick={() => isAsking || startAsking(ask)}
    >
      {texts.refresh}
    </button>
  )
}

/** Opens Stripe's portal in a new tab. */
function ManageButton({ texts, closeLabel }: StatusCardProps) {
  const [isOpening, startOpening] = useTransition()

  async function open() {
    const tab = openTab(texts.manage ?? '')
    try {
      const url = urlIn(await callRoute('/api/customer-portal'))
      if (!url) throw new Error('The answer has no address.')
      showInTab(tab, url, texts)
    } catch (error) {
      console.warn('[portal]', error)
      tab?.close()
      const { portalErrorTitle = '', portalErrorText } = texts
      showToast({ title: portalErrorTitle, text: portalErrorText, tone: 'error', closeLabel })
    }
  }

  return (
    <button
      type="button"
      className="button button-compact"
      aria-disabled={isOpening || undefined}
      onClick={() => isOpening || startOpening(open)}
    >
      {texts.manage}
    </button>
  )
}
