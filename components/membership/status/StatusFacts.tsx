import Link from 'next/link'
import { useEffect } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { storeNoMembership } from '@/lib/auth/browser/noMembership'
import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'
import { refresh, type SubscriptionState } from '@/lib/membership/mirror/subscriptionStore'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { showInTab } from '../stripeTab'
import type { StatusTexts } from '../texts'

/** What is known of a membership, if anything is, and the words for it. */
export type StatusFactsProps = {
  check: SubscriptionState['check']
  answer: SubscriptionResponse | undefined
  texts: StatusTexts
  isOld: boolean
  closeLabel: string
}

const dateOf = (moment: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(moment))

/** The facts of a membership and its actions, in one script: facts that came later would push the buttons down. */
export function StatusFacts(props: StatusFactsProps) {
  return (
    <>
      <Facts {...props} />
      <Actions {...props} />
    </>
  )
}

function Actions({ check, answer, texts, closeLabel }: StatusFactsProps) {
  /** Only what is up to date is announced as refreshed; the card itself says when it is not. */
  async function refreshStatus() {
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
        <ActionButton className="button button-compact button-quiet" act={refreshStatus}>
          {texts.refresh}
        </ActionButton>
      )}
    </div>
  )
}

/** Plan, dates and amounts, and an honest word on what is not as it should be. */
function Facts({ answer, texts, isOld }: StatusFactsProps) {
  // A membership that rests for lack of payment can be managed.
  const isPending = answer?.status === 'incomplete'
  const isNone = answer && !answer.subscribed && !answer.manageable && !isPending
  useEffect(() => {
    if (isNone !== undefined) storeNoMembership(isNone)
  }, [isNone])
  if (!answer) return null
  const end = answer.subscription_end && dateOf(answer.subscription_end, { dateStyle: 'long' })
  const amount = formatMoney(answer.next_amount, answer.currency)
  const due = answer.amount_due ? formatMoney(answer.amount_due, answer.currency) : ''
  return (
    <>
      {answer.subscribed && (
        <dl className="status-facts">
          <Fact label={texts.statusLabel} value={statusOf(answer, texts)} />
          <Fact label={texts.planLabel} value={answer.subscription_tier} />
          <Fact label={answer.ending ? texts.endsLabel : texts.renewsLabel} value={end} />
          <Fact label={texts.nextInvoiceLabel} value={amount} />
        </dl>
      )}
      {answer.past_due && <Notice text={due && fillTemplate(texts.amountDue, { amount: due })} />}
      {isNone && (
        <p className="status-none">
          {answer.ended_at
            ? fillTemplate(texts.ended, { date: dateOf(answer.ended_at, { dateStyle: 'long' }) })
            : texts.none}
        </p>
      )}
      <Notice text={noticeOf(answer, texts, end)} />
      <Notice text={isOld ? texts.stale : undefined} />
      {(!isNone || isOld) && (
        <p className="mt-4 text-sm text-muted">
          {fillTemplate(texts.asOf, {
            time: dateOf(answer.as_of, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </p>
      )}
    </>
  )
}

function Fact({ label, value }: { label: string | undefined; value: string | null | undefined }) {
  if (!value) return null
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-xl">{value}</dd>
    </div>
  )
}

function Notice({ text }: { text: string | undefined }) {
  return text ? <p className="status-notice">{text}</p> : null
}

function statusOf(answer: SubscriptionResponse, texts: StatusTexts): string | undefined {
  if (answer.past_due) return texts.statusPastDue
  return answer.ending ? texts.statusEnding : texts.statusActive
}

function noticeOf(answer: SubscriptionResponse, texts: StatusTexts, end: string | null): string | undefined {
  if (answer.status === 'incomplete') return texts.pending
  if (answer.past_due) return answer.subscribed ? texts.pastDue : texts.unpaid
  if (answer.subscribed && answer.ending) return fillTemplate(texts.ending, { date: end })
  return answer.manageable && !answer.subscribed ? texts.unpaid : undefined
}
