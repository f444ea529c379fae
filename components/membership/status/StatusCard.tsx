'use client'

import { useSyncExternalStore } from 'react'
import { getSnapshot, subscribe } from '@/lib/membership/subscriptionStore'
import { ManageButton } from './ManageButton'
import { RefreshButton } from './RefreshButton'
import { StatusFacts } from './StatusFacts'
import type { StatusTexts } from './texts'

/** What a member has, until when, what comes next, and the ways to change it. */
export function StatusCard({ texts, closeLabel }: { texts: StatusTexts; closeLabel: string }) {
  const { check, answer, failed } = useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
  if (check === 'none') return null
  const isKnown = answer !== undefined
  return (
    <div className="status-card">
      <h2 className="text-subtitle">{texts.heading}</h2>
      {isKnown && <StatusFacts answer={answer} texts={texts} isOld={failed === true || answer.stale} />}
      <p role="status" className={isKnown ? 'sr-only' : 'mt-4'}>
        {check === 'checking' && texts.checking}
        {check === 'unknown' && texts.unavailable}
      </p>
      <div className="status-ways">
        {answer?.manageable && <ManageButton texts={texts} closeLabel={closeLabel} />}
        {check !== 'checking' && <RefreshButton texts={texts} closeLabel={closeLabel} />}
      </div>
    </div>
  )
}
