import { useEffect } from 'react'
import { noteNoMembership } from '@/lib/auth/browser/noMembership'
import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { SubscriptionAnswer } from '@/lib/membership/checkSubscription'
import type { StatusTexts } from '../texts'

/** What is known of a membership, if anything is, and the words for it. */
export type StatusFactsProps = { answer: SubscriptionAnswer | undefined; texts: StatusTexts; isOld: boolean }

const dateOf = (moment: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(moment))

/** Plan, dates and amounts, and an honest word on what is not as it should be. */
export function StatusFacts({ answer, texts, isOld }: StatusFactsProps) {
  // A membership that rests for lack of payment can be managed.
  const isPending = answer?.status === 'incomplete'
  const isNone = answer && !answer.subscribed && !answer.manageable && !isPending
  useEffect(() => {
    if (isNone !== undefined) noteNoMembership(isNone)
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

function statusOf(answer: SubscriptionAnswer, texts: StatusTexts): string | undefined {
  if (answer.past_due) return texts.statusPastDue
  return answer.ending ? texts.statusEnding : texts.statusActive
}

function noticeOf(answer: SubscriptionAnswer, texts: StatusTexts, end: string | null): string | undefined {
  if (answer.status === 'incomplete') return texts.pending
  if (answer.past_due) return answer.subscribed ? texts.pastDue : texts.unpaid
  if (answer.subscribed && answer.ending) return fillTemplate(texts.ending, { date: end })
  return answer.manageable && !answer.subscribed ? texts.unpaid : undefined
}
