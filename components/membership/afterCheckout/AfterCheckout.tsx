'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { getCheckoutSessionId } from './checkoutSession'
import type { NextStepProps } from './FindingParts'
import type { CheckoutFinding } from './fetchCheckoutStatus'

type Kind = CheckoutFinding['kind']

/** The findings that prove a payment. */
const paidKinds: readonly Kind[] = ['confirmed', 'waiting', 'guest', 'signIn', 'otherAccount']

/** The findings of a tab without a Checkout session in which nothing is due. */
const visitKinds: readonly Kind[] = ['member', 'none']

function getCheckoutState({ kind, subscription }: CheckoutFinding): string {
  if (!paidKinds.includes(kind)) return 'unpaid'
  return subscription?.former ? 'returned' : 'paid'
}

type AfterCheckoutProps = Omit<NextStepProps, 'finding'> & { children: ReactNode }

/**
 * Shows the next step, and the status of the payment or, without a Checkout session, of the membership. Sets
 * `data-checkout` on the document, which selects the page's heading and sections in the style sheet.
 *
 * @param children - the links for signed-out visitors without a known Checkout session; they need no script
 */
export function AfterCheckout({ children, ...props }: AfterCheckoutProps) {
  const { texts } = props
  const [finding, setFinding] = useState<CheckoutFinding>()
  // If the script fails to load, the page shows only a message.
  const [parts, setParts] = useState<typeof import('./FindingParts')>()
  const [attempt, setAttempt] = useState(0)
  const region = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt fetches the status again
  useEffect(() => {
    const sessionId = getCheckoutSessionId()
    let isUnmounted = false
    let shownKind: Kind | undefined
    const show = (newFinding: CheckoutFinding) => {
      // Showing the new finding may remove the focused action, which would lose the focus.
      if (newFinding.kind !== shownKind && region.current?.contains(document.activeElement))
        region.current.focus()
      const { kind } = newFinding
      shownKind = kind
      setFinding(newFinding)
      const { dataset } = document.documentElement
      if (!sessionId && visitKinds.includes(kind)) delete dataset.checkout
      else if (kind !== 'checking') dataset.checkout = getCheckoutState(newFinding)
    }
    // Visitors with neither a Checkout session nor an account session need no script.
    if (!sessionId && !hasStoredSession()) show({ kind: 'none' })
    else
      import('./FindingParts').then(
        (loaded) => {
          setParts(loaded)
          return loaded.fetchCheckoutStatus(sessionId, show, () => isUnmounted)
        },
        () => show({ kind: 'unknown' }),
      )
    return () => {
      isUnmounted = true
    }
  }, [attempt])

  const isSignedOutVisitor = finding?.kind === 'none' && !hasStoredSession()
  // The region is rendered before there is a finding, so that screen readers announce each finding. Until then, it has
  // the text for visitors without a Checkout session; the style sheet hides that text from users and buyers.
  return (
    <div ref={region} role="status" tabIndex={-1} aria-label={texts.heading} className="after-checkout">
      <div className={finding ? 'status-notice' : 'status-notice for-visitors unless-checkout'}>
        <p className="text-lead">
          {texts[finding?.kind ?? 'none'].replace('{email}', () => finding?.email ?? '')}
        </p>
        {isSignedOutVisitor && children}
        {parts && finding && !isSignedOutVisitor && <parts.NextStep finding={finding} {...props} />}
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
      {parts && finding && <parts.Receipt finding={finding} texts={texts} />}
    </div>
  )
}
