import Link from 'next/link'
import { useEffect } from 'react'
import { refresh, type SubscriptionState } from '@/components/membership/subscriptionStore'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { setNoMembership } from '@/lib/auth/browser/storedSession'
import { fillTemplate, formatDay, formatMoment, formatMoney } from '@/lib/content/text/format'
import { getErrorCode } from '@/lib/errorCode'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { pages } from '@/lib/pages'
import { openStripeTab } from '../stripeTab'
import { formatAmountDue, type StatusTexts } from '../texts'

/** How long finished episodes are kept after a membership's end (privacy policy). */
const fileRetentionMs = 90 * 86_400_000

/** How long a member counts as new. */
const newMemberMs = 30 * 86_400_000

export type StatusFactsProps = {
  check: SubscriptionState['check']
  response: SubscriptionResponse | undefined
  texts: StatusTexts
  isStale: boolean
  closeLabel: string
}

/** The facts and actions of a membership, in one script, since facts loaded later would move the buttons. */
export function StatusFacts(props: StatusFactsProps) {
  return (
    <>
      <Facts {...props} />
      <Actions {...props} />
    </>
  )
}

function Actions({ check, response, texts, closeLabel }: StatusFactsProps) {
  /** Refreshes the status. The toast appears only after a successful refresh; the card itself marks stale data. */
  async function refreshStatus() {
    if (!(await refresh({ live: true }))) return
    showToast({ title: texts.refreshedTitle, text: texts.refreshedText, closeLabel })
  }

  async function openStripe(title: string, request: { return_path: string } | { pays: true }) {
    try {
      await openStripeTab(
        { title, text: texts.preparing },
        () => callRoute('/api/customer-portal', request),
        texts,
      )
    } catch (error) {
      if (getErrorCode(error) === 'nothing_due') {
        await refresh({ live: true })
        return void showToast({ title: texts.nothingDue, closeLabel })
      }
      console.warn('[portal]', error)
      showToast({ title: texts.portalErrorTitle, text: texts.portalErrorText, tone: 'error', closeLabel })
    }
  }

  const payLabel = response && formatAmountDue(response, texts)
  const portalLabel = response?.manageable ? texts.manage : response?.ended_at && texts.invoices
  return (
    <div className="status-actions">
      {response && !response.subscribed && !response.manageable && !response.payment_processing && (
        <Link href={offerPath} prefetch={false} className="button button-compact">
          {texts.offerLink}
        </Link>
      )}
      {payLabel && (
        <ActionButton
          className="button button-compact status-pay"
          action={() => openStripe(payLabel, { pays: true })}
        >
          {payLabel}
        </ActionButton>
      )}
      {portalLabel && (
        <ActionButton
          className="button button-compact button-quiet"
          action={() => openStripe(portalLabel, { return_path: location.pathname })}
        >
          {portalLabel}
        </ActionButton>
      )}
      {check !== 'checking' && (
        <ActionButton className="button button-compact button-quiet" action={refreshStatus}>
          {texts.refresh}
        </ActionButton>
      )}
    </div>
  )
}

/** Status, name, dates and amounts, with notes. Also stores whether the user has no membership, for the next page. */
function Facts({ response, texts, isStale }: StatusFactsProps) {
  // Unpaid and paused memberships are `manageable`.
  const hasNoMembership =
    response && !response.subscribed && !response.manageable && response.status !== 'incomplete'
  useEffect(() => {
    if (hasNoMembership !== undefined) setNoMembership(hasNoMembership)
  }, [hasNoMembership])
  if (!response) return null
  const { currency, ending, regular_from, ended_at, amount_due } = response
  const endDate = response.subscription_end && formatDay(response.subscription_end)
  const amount = formatMoney(response.next_amount, currency)
  const nextPayment = amount && !ending ? fillTemplate(texts.nextPayment, { amount, date: endDate }) : endDate
  const isPaused = response.status === 'paused'
  const regularPayment =
    regular_from &&
    fillTemplate(texts.regularPayment, {
      amount: formatMoney(response.regular_amount, currency),
      date: formatDay(regular_from),
    })
  const facts = [
    { label: texts.statusLabel, value: getStatus(response, texts) },
    { label: texts.planLabel, value: response.subscription_tier },
    { label: texts.dueLabel, value: formatAmountDue(response, { pay: '', payBy: texts.due }) },
    { label: ending ? texts.endsLabel : texts.renewsLabel, value: isPaused ? null : nextPayment },
    { label: texts.regularLabel, value: regularPayment },
  ]
  const isNewMember =
    response.status === 'active' &&
    !ending &&
    !response.former &&
    Date.now() - Date.parse(response.started_at ?? '') < newMemberMs
  // The home page has no room for these notes.
  const isAccountPage = location.pathname === pages.account.path
  const filesUntilMs = isAccountPage ? Date.parse(ended_at ?? '') + fileRetentionMs : 0
  const hasOpenedPayLink = location.hash === '#pay'
  const cardNote = isAccountPage && response.manageable && (amount_due || hasOpenedPayLink) && texts.newCard
  return (
    <>
      {response.subscribed && (
        <dl className="status-facts" data-new-member={isNewMember || undefined}>
          {facts.map(
            ({ label, value }) =>
              value && (
                <div key={label}>
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="font-display text-lead">{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
      {hasOpenedPayLink && !amount_due && <p className="status-notice">{texts.nothingDue}</p>}
      {hasNoMembership && (
        <p className="status-none">
          {/* A membership that the studio gave away leaves the introductory price unused. */}
          {ended_at && response.intro_used
            ? fillTemplate(getEndedText(response, texts), { date: formatDay(ended_at) })
            : texts.none}
        </p>
      )}
      {hasNoMembership && filesUntilMs > Date.now() && (
        <p className="status-none">
          {fillTemplate(texts.endedFiles, { date: formatDay(new Date(filesUntilMs)) })}
        </p>
      )}
      {[getStatusNote(response, texts, endDate), cardNote, isStale && texts.stale].map(
        (note) =>
          note && (
            <p key={note} className="status-notice">
              {note}
            </p>
          ),
      )}
      {(!hasNoMembership || isStale) && (
        <p className="mt-4 text-sm text-muted">
          {fillTemplate(texts.asOf, { time: formatMoment(response.as_of) })}
        </p>
      )}
    </>
  )
}

function getStatus(response: SubscriptionResponse, texts: StatusTexts): string | undefined {
  if (response.past_due) return texts.statusPastDue
  if (response.status === 'paused') return texts.statusPaused
  return response.ending ? texts.statusEnding : texts.statusActive
}

function getStatusNote(
  response: SubscriptionResponse,
  texts: StatusTexts,
  endDate: string | null,
): string | undefined {
  if (response.status === 'incomplete_expired') return texts.notPaid
  if (response.status === 'incomplete') return response.payment_processing ? texts.pending : texts.notPaid
  if (response.status === 'paused') {
    const { paused_until: resumesAt } = response
    return resumesAt ? fillTemplate(texts.pausedUntil, { date: formatDay(resumesAt) }) : texts.paused
  }
  if (response.past_due) return response.subscribed ? texts.pastDue : formatUnpaid(response, texts)
  const ending = response.cancel_reason === 'payment_disputed' ? texts.endingDisputed : texts.ending
  if (response.subscribed && response.ending) return fillTemplate(ending, { date: endDate })
  return response.manageable && !response.subscribed ? texts.unpaid : undefined
}

function getEndedText({ cancel_reason }: SubscriptionResponse, texts: StatusTexts): string {
  if (cancel_reason === 'payment_disputed') return texts.endedDisputed
  return cancel_reason === 'payment_failed' ? texts.endedUnpaid : texts.ended
}

/** Says what is unpaid since when, and when the next payment is due, or only that a payment failed if that is unknown. */
function formatUnpaid(response: SubscriptionResponse, texts: StatusTexts): string {
  const { amount_due, currency, due_since, period_end } = response
  if (!amount_due || !due_since || !period_end) return texts.unpaid
  const values = { amount: formatMoney(amount_due, currency), date: formatDay(due_since) }
  return fillTemplate(texts.unpaidSince, { ...values, nextDate: formatDay(period_end) })
}
