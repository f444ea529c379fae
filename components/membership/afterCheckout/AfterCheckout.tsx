'use client'

import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { fillTemplate } from '@/lib/content/format'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { accountHref } from '../accountHref'
import type { AfterCheckoutTexts } from '../texts'
import { checkoutSession } from './checkoutSession'
import type { CheckoutFinding } from './lookUp'
import type { NextStepProps } from './NextStep'
import type { ReceiptProps } from './Receipt'

/** Loaded with a purchase to show. Where its script does not come, the page stays without the amounts. */
const Receipt = lazy<ComponentType<ReceiptProps>>(() =>
  import('./Receipt').then(
    (loaded) => ({ default: loaded.Receipt }),
    () => ({ default: () => null }),
  ),
)

/** Loads once there is a finding. Where its script does not come, the text alone says how the payment went. */
const NextStep = lazy<ComponentType<NextStepProps>>(() =>
  import('./NextStep').then(
    (loaded) => ({ default: loaded.NextStep }),
    () => ({ default: () => null }),
  ),
)

/** What tells that a payment was made: nobody else is welcomed as a member. */
const paidKinds = new Set<CheckoutFinding['kind'] | undefined>([
  'confirmed',
  'waiting',
  'guest',
  'signIn',
  'otherAccount',
])

/**
 * Says to who comes from a checkout, and to members, what became of the payment: that the membership is there, that it
 * takes a moment, or what is to be done. Whoever has paid is welcomed then: the document is marked. The tab stores the
 * checkout's id, so that a refresh finds the same.
 */
export function AfterCheckout({ texts }: { texts: AfterCheckoutTexts }) {
  const [finding, setFinding] = useState<CheckoutFinding>()
  const [attempt, setAttempt] = useState(0)
  const region = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt looks again
  useEffect(() => {
    const sessionId = checkoutSession()
    let isOver = false
    let shown: CheckoutFinding['kind'] | undefined
    const show = (found: CheckoutFinding) => {
      // The way on goes with the words above it, and would take the focus along.
      if (found.kind !== shown && region.current?.contains(document.activeElement)) region.current.focus()
      shown = found.kind
      setFinding(found)
    }
    // Visitors without a checkout need no script for it.
    if (!sessionId && !hasStoredSession()) show({ kind: 'none' })
    else
      import('./lookUp').then(
        ({ lookUp }) => lookUp(sessionId, show, () => isOver),
        () => show({ kind: 'unknown' }),
      )
    return () => {
      isOver = true
    }
  }, [attempt])

  const isPaid = paidKinds.has(finding?.kind)
  const isSettled = finding !== undefined && finding.kind !== 'checking'
  useEffect(() => {
    const { documentElement } = document
    documentElement.toggleAttribute('data-paid', isPaid)
    documentElement.toggleAttribute('data-settled', isSettled)
    return () => {
      for (const mark of ['data-paid', 'data-settled']) documentElement.removeAttribute(mark)
    }
  }, [isPaid, isSettled])

  const isVisitor = finding?.kind === 'none' && !hasStoredSession()
  const words = texts[finding?.kind ?? 'none']
  // The region is there before its words, so that they are heard. Before there is a finding, it says what is true of who
  // just comes by, and hides it from who may have paid.
  return (
    <div ref={region} role="status" tabIndex={-1} aria-label={texts.heading} className="after-checkout">
      {finding?.receipt && (
        <Suspense>
          <Receipt receipt={finding.receipt} texts={texts} />
        </Suspense>
      )}
      {(finding || words) && (
        <div className={finding ? 'status-notice' : 'status-notice for-visitors unless-checkout'}>
          <p>{fillTemplate(words, { email: finding?.email })}</p>
          {isVisitor && (
            <div className="auth-ways">
              <a href={offerPath} className="text-link">
                {texts.offerLink}
              </a>
              <a href={accountHref('/sign-in')} className="text-link">
                {texts.signInLink}
              </a>
            </div>
          )}
          {finding && !isVisitor && (
            <Suspense>
              <NextStep finding={finding} texts={texts} />
            </Suspense>
          )}
          {(finding?.kind === 'unknown' || finding?.kind === 'waiting') && (
            <button
              type="button"
              className="button button-compact button-quiet mt-4"
              onClick={() => setAttempt(attempt + 1)}
            >
              {texts.retry}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
