import { useEffect, useState } from 'react'
import { storeGuestPurchase } from '@/components/membership/guestPurchase'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { mailSignInLink } from '@/lib/auth/browser/authCalls'
import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { signOutHere } from '@/lib/auth/browser/userStore'
import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { pages } from '@/lib/pages'
import { createAccountHref } from '../accountHref'
import { type AfterCheckoutTexts, formatAmountDue } from '../texts'
import type { CheckoutFinding } from './fetchCheckoutStatus'

export { fetchCheckoutStatus } from './fetchCheckoutStatus'

export type NextStepProps = {
  finding: CheckoutFinding
  texts: AfterCheckoutTexts
  /** The URL where a member books a session, and the one for a new member. */
  bookingHref: string | undefined
  onboardingHref: string | undefined
}

/** The action for a payment status: pay, book a session, email the link again, sign in, or view the offer. */
export function NextStep({
  finding: { kind, email, receipt, subscription },
  texts,
  bookingHref,
  onboardingHref,
}: NextStepProps) {
  // Only the browser that was used for the purchase gets the receipt and the unmasked email.
  const buyerEmail = kind === 'guest' && receipt ? email : undefined
  // If the guest clicks a checkout button again, a dialog mentions this purchase.
  useEffect(() => {
    if (buyerEmail) storeGuestPurchase(buyerEmail)
  }, [buyerEmail])

  const payLabel = subscription && formatAmountDue(subscription, texts)
  if (payLabel)
    return (
      <a href={`${pages.account.path}#pay`} className="button mt-6">
        {payLabel}
      </a>
    )

  switch (kind) {
    case 'confirmed':
      return (
        <>
          {!subscription?.former && <p className="mt-4">{texts.onboarding}</p>}
          <a href={subscription?.former ? bookingHref : onboardingHref} className="button mt-6">
            {subscription?.former ? texts.bookLink : texts.onboardingLink}
          </a>
        </>
      )
    case 'guest':
      return buyerEmail && <SendAgain texts={texts} email={buyerEmail} />
    case 'processing':
      return receipt && email && <p className="mt-4">{fillTemplate(texts.processingEmail, { email })}</p>
    case 'signIn':
    case 'otherAccount':
      return <SignIn texts={texts} />
    case 'none':
    case 'open':
    case 'declined':
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

/** Emails a guest another link, and links to the contact form in case the email was mistyped. */
function SendAgain({ texts, email }: Pick<NextStepProps, 'texts'> & { email: string }) {
  const [isSent, setIsSent] = useState<boolean>()

  const send = () =>
    mailSignInLink(email, skipPasswordStep(new URL(pages.account.path, location.origin).href)).then(
      () => setIsSent(true),
      () => setIsSent(false),
    )

  return (
    <>
      <ActionButton className="button button-compact button-quiet mt-4" action={send}>
        {texts.sendAgain}
      </ActionButton>
      {isSent !== undefined && <p className="mt-4">{isSent ? texts.sent : texts.sendFailed}</p>}
      <p className="mt-4">
        <a href="/contact?topic=membership" className="text-link">
          {texts.wrongEmail}
        </a>
      </p>
    </>
  )
}

/** Shows the amount, and the dates and amounts of the next payment and of the first at the regular price. */
export function Receipt({ finding: { kind, receipt }, texts }: Pick<NextStepProps, 'finding' | 'texts'>) {
  if (!receipt) return null
  const { amount: paidAmount, next_amount, next_date, regular_amount, regular_date, currency } = receipt
  const payments = [
    { label: texts.nextLabel, date: next_date, amount: next_amount },
    { label: texts.regularLabel, date: regular_date, amount: regular_amount },
  ]
  return (
    <dl className="receipt surface-bone">
      <div>
        <dt>{kind === 'processing' ? texts.processingLabel : texts.paidLabel}</dt>
        <dd>{formatMoney(paidAmount, currency)}</dd>
      </div>
      {payments.map(
        ({ label, date, amount }) =>
          date && (
            <div key={label}>
              <dt>{fillTemplate(label, { date: formatDay(date) })}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
