import { useEffect, useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { signOutHere } from '@/lib/auth/browser/userStore'
import { storeGuestPurchase } from '@/lib/membership/checkout/guestPurchase'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { createAccountHref } from '../accountHref'
import type { AfterCheckoutTexts } from '../texts'
import { getCheckoutSessionId } from './checkoutSession'
import type { CheckoutFinding } from './fetchCheckoutStatus'

export type NextStepProps = { finding: CheckoutFinding; texts: AfterCheckoutTexts }

/** The action for a payment status: book a session, resend the claim link, sign in, or view the offer. */
export function NextStep({ finding: { kind, email }, texts }: NextStepProps) {
  // If the guest clicks a checkout button again, the dialog mentions this purchase.
  useEffect(() => {
    if (kind === 'guest' && email) storeGuestPurchase(email)
  }, [kind, email])

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
        <div className="auth-actions">
          <a href={offerPath} className="text-link">
            {texts.offerLink}
          </a>
          {kind === 'none' && <SignIn texts={texts} />}
        </div>
      )
    default:
      return null
  }
}

/** Links to the sign-in page, which redirects back. Signs a user out first, since that page has no form for users. */
function SignIn({ texts }: Pick<NextStepProps, 'texts'>) {
  const href = createAccountHref('/sign-in')

  const switchAccount = () =>
    signOutHere().then(
      () => location.assign(href),
      () => {},
    )

  return hasStoredSession() ? (
    <ActionButton className="text-link" action={switchAccount}>
      {texts.changeAccount}
    </ActionButton>
  ) : (
    <a href={href} className="text-link">
      {texts.signInLink}
    </a>
  )
}

/** Sends the claim link again to the guest's email at Stripe. */
function SendAgain({ texts }: { texts: AfterCheckoutTexts }) {
  const [isSent, setIsSent] = useState<boolean>()

  async function send() {
    const sent = await callRoute('/api/claim/send', { session_id: getCheckoutSessionId() }).then(
      () => true,
      () => false,
    )
    setIsSent(sent)
  }

  return (
    <>
      <ActionButton className="button button-compact button-quiet mt-4" action={send}>
        {texts.sendAgain}
      </ActionButton>
      {isSent !== undefined && <p className="mt-4">{isSent ? texts.sent : texts.sendFailed}</p>}
    </>
  )
}
