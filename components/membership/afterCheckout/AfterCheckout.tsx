'use client'

import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { fillTemplate } from '@/lib/content/format'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { accountHref } from '../accountHref'
import type { AfterCheckoutTexts } from '../texts'
import { checkoutSession } from './checkoutSession'
import type { CheckoutFinding } from './fetchCheckoutStatus'
import type { NextStepProps } from './NextStep'
import type { ReceiptProps } from './Receipt'

/** Loads only for a purchase. If its script fails to load, the page omits the amounts. */
const Receipt = lazy<ComponentType<ReceiptProps>>(() =>
  import('./Receipt').then(
    (loaded) => ({ default: loaded.Receipt }),
    () => ({ default: () => null }),
  ),
)

/** Loads with a result. If its script fails to load, the page shows the text only. */
const NextStep = lazy<ComponentType<NextStepProps>>(() =>
  import('./NextStep').then(
    (loaded) => ({ default: loaded.NextStep }),
    () => ({ default: () => null }),
  ),
)

/** Kinds that confirm a payment, for which the page welcomes a member. */
const paidKinds = new Set<CheckoutFinding['kind'] | undefined>([
  'confirmed',
  'waiting',
  'guest',
  'signIn',
  'otherAccount',
])

/**
 * Shows buyers and members the status of the payment: confirmed, pending, or the next step. After a payment it sets an
 * attribute of the document for the welcome. The tab stores the checkout's id for a reload.
 */
export function AfterCheckout({ texts }: { texts: AfterCheckoutTexts }) {
  const [finding, setFinding] = useState<CheckoutFinding>()
  const [attempt, setAttempt] = useState(0)
  const region = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt fetches the status again
  useEffect(() => {
    const sessionId = checkoutSession()
    let isOver = false
    let shown: CheckoutFinding['kind'] | undefined
    const show = (found: CheckoutFinding) => {
      // The action is removed with the text above it, which would lose the focus.
      if (found.kind !== shown && region.current?.contains(document.activeElement)) region.current.focus()
      shown = found.kind
      setFinding(found)
    }
    // Visitors without a checkout need no script for it.
    if (!sessionId && !hasStoredSession()) show({ kind: 'none' })
    else
      import('./fetchCheckoutStatus').then(
        ({ fetchCheckoutStatus }) => fetchCheckoutStatus(sessionId, show, () => isOver),
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
      for (const name of ['data-paid', 'data-settled']) documentElement.removeAttribute(name)
    }
  }, [isPaid, isSettled])

  const isVisitor = finding?.kind === 'none' && !hasStoredSession()
  const words = texts[finding?.kind ?? 'none']
  // The region is rendered before its texts, so that screen readers announce them. Before there is a finding, it
  // shows the text for visitors without a checkout, and hides it from buyers.
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
