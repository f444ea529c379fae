'use client'

import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { signOutHere } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import { storeGuestPurchase } from '@/lib/membership/guestPurchase'
import { offerPath } from '@/lib/membership/offerPath'
import { accountHref } from '../accountHref'
import type { AfterCheckoutTexts } from '../texts'
import { checkoutSession } from './checkoutSession'
import { type CheckoutFinding, lookUp } from './lookUp'
import type { ReceiptProps } from './Receipt'

/** Loaded with a purchase to show. Where its script does not come, the page stays without the amounts. */
const Receipt = lazy<ComponentType<ReceiptProps>>(() =>
  import('./Receipt').then(
    (loaded) => ({ default: loaded.Receipt }),
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
      if (found.kind === 'guest' && found.email) storeGuestPurchase(found.email)
    }
    lookUp(sessionId, show, () => isOver)
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
          {finding && <WayOn kind={finding.kind} texts={texts} retry={() => setAttempt(attempt + 1)} />}
        </div>
      )}
    </div>
  )
}

type WayOnProps = { kind: CheckoutFinding['kind']; texts: AfterCheckoutTexts; retry: () => void }

function WayOn({ kind, texts, retry }: WayOnProps) {
  switch (kind) {
    case 'confirmed':
      return (
        <>
          <p className="mt-4">{texts.onboarding}</p>
          {texts.onboardingLink && (
            <a href="/contact?topic=session" className="button mt-6">
              {texts.onboardingLink}
            </a>
          )}
        </>
      )
    case 'guest':
      return <SendAgain texts={texts} />
    case 'signIn':
    case 'otherAccount':
      return <SignIn texts={texts} />
    case 'none':
    case 'open':
    case 'ended':
      return (
        <div className="auth-ways">
          <a href={offerPath} className="text-link">
            {texts.offerLink}
          </a>
          {kind === 'none' && <SignIn texts={texts} />}
        </div>
      )
    case 'unknown':
    case 'waiting':
      return (
        <button type="button" className="button button-compact button-quiet mt-4" onClick={retry}>
          {texts.retry}
        </button>
      )
    default:
      return null
  }
}

/** Leads to signing in and back. Whoever is signed in is signed out first: the page would only say that they are. */
function SignIn({ texts }: Pick<WayOnProps, 'texts'>) {
  const href = accountHref('/sign-in')

  const change = () =>
    signOutHere().then(
      () => location.assign(href),
      () => {},
    )

  return hasStoredSession() ? (
    <ActionButton className="text-link" act={change}>
      {texts.changeAccount}
    </ActionButton>
  ) : (
    <a href={href} className="text-link">
      {texts.signInLink}
    </a>
  )
}

/** Mails a guest the link again, to the address that Stripe has. */
function SendAgain({ texts }: { texts: AfterCheckoutTexts }) {
  const [isSent, setIsSent] = useState<boolean>()

  async function send() {
    const sent = await callRoute('/api/claim/send', { session_id: checkoutSession() }).then(
      () => true,
      () => false,
    )
    setIsSent(sent)
  }

  return (
    <>
      <ActionButton className="button button-compact button-quiet mt-4" act={send}>
        {texts.sendAgain}
      </ActionButton>
      {isSent !== undefined && <p className="mt-4">{isSent ? texts.sent : texts.sendFailed}</p>}
    </>
  )
}
