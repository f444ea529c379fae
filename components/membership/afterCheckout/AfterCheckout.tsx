'use client'

import Link from 'next/link'
import { useEffect, useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import { subscribe } from '@/lib/membership/subscriptionStore'
import { type Finding, lookUp } from './lookUp'
import { SendAgain } from './SendAgain'
import type { AfterCheckoutTexts } from './texts'

const sessionInAddress = () => new URLSearchParams(location.search).get('session_id')

/**
 * Says what became of the payment: that the membership is there, that it takes a moment, or what is to be done. The
 * checkout's id stays in the address, so that a refresh finds the same.
 */
export function AfterCheckout({ texts }: { texts: AfterCheckoutTexts }) {
  const [finding, setFinding] = useState<Finding>({ kind: 'none' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt looks anew
  useEffect(() => {
    let isOver = false
    const stopFollowing = subscribe(() => {})
    lookUp(sessionInAddress(), setFinding, () => isOver)
    return () => {
      isOver = true
      stopFollowing()
    }
  }, [attempt])

  if (finding.kind === 'none') return null
  const text = texts[finding.kind]
  return (
    <div className="status-notice">
      <p>{finding.kind === 'guest' ? fillTemplate(text, { email: finding.email }) : text}</p>
      {finding.kind === 'guest' && <SendAgain texts={texts} sessionId={sessionInAddress() ?? ''} />}
      {(finding.kind === 'signIn' || finding.kind === 'otherAccount') && (
        <Link
          href={`/sign-in?next=${encodeURIComponent(`/success${location.search}`)}`}
          prefetch={false}
          className="text-link"
        >
          {texts.signInLink}
        </Link>
      )}
      {finding.kind === 'open' && (
        <Link href="/services#offer" prefetch={false} className="text-link">
          {texts.offerLink}
        </Link>
      )}
      {(finding.kind === 'unknown' || finding.kind === 'waiting') && (
        <button
          type="button"
          className="button button-compact button-quiet mt-4"
          onClick={() => setAttempt(attempt + 1)}
        >
          {texts.retry}
        </button>
      )}
    </div>
  )
}
