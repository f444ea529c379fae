import Link from 'next/link'
import { useEffect } from 'react'
import { refresh, type SubscriptionState } from '@/components/membership/subscriptionStore'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { showToast } from '@/components/ui/toast/showToast'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { setNoMembership } from '@/lib/auth/browser/storedSession'
import { fillTemplate, formatMoney } from '@/lib/content/text/format'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { openStripeTab } from '../stripeTab'
import type { StatusTexts } from '../texts'

export type StatusFactsProps = {
  check: SubscriptionState['check']
  response: SubscriptionResponse | undefined
  texts: StatusTexts
  isStale: boolean
  closeLabel: string
}

const formatDate = (isoTime: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', options).format(new Date(isoTime))

/** The facts of a membership and its actions. One script has both: facts that load later would move the buttons. */
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

  async function openPortal() {
    try {
      await openStripeTab(
        { title: texts.manage, text: texts.preparing },
        () => callRoute('/api/customer-portal', { return_path: location.pathname }),
        texts,
      )
    } catch (error) {
      console.warn('[portal]', error)
      showToast({ title: texts.portalErrorTitle, text: texts.portalErrorText, tone: 'error', closeLabel })
    }
  }

  return (
    <div className="status-actions">
      {response && !response.subscribed && !response.manageable && (
        <Link href={offerPath} prefetch={false} className="button button-compact">
          {texts.offerLink}
        </Link>
      )}
      {response?.manageable && (
        <ActionButton className="button button-compact" action={openPortal}>
          {texts.manage}
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

/** Plan, dates and amounts, with notes. Also stores whether the user has no membership, for the next page. */
function Facts({ response, texts, isStale }: StatusFactsProps) {
  const isPending = response?.status === 'incomplete'
  const isPaused = response?.status === 'paused'
  // Unpaid and paused memberships are `manageable`.
  const hasNoMembership = response && !response.subscribed && !response.manageable && !isPending
  useEffect(() => {
    if (hasNoMembership !== undefined) setNoMembership(hasNoMembership)
  }, [hasNoMembership])
  if (!response) return null
  const endDate = response.subscription_end && formatDate(response.subscription_end, { dateStyle: 'long' })
  const nextAmount = formatMoney(response.next_amount, response.currency)
  const amountDue = response.amount_due ? formatMoney(response.amount_due, response.currency) : ''
  return (
    <>
      {response.subscribed && (
        <dl className="status-facts">
          <Fact label={texts.statusLabel} value={getStatus(response, texts)} />
          <Fact label={texts.planLabel} value={response.subscription_tier} />
          <Fact
            label={response.ending ? texts.endsLabel : texts.renewsLabel}
            value={isPaused ? undefined : endDate}
          />
          <Fact label={texts.nextInvoiceLabel} value={nextAmount} />
        </dl>
      )}
      {response.past_due && (
        <StatusNote text={amountDue && fillTemplate(texts.amountDue, { amount: amountDue })} />
      )}
      {hasNoMembership && (
        <p className="status-none">
          {response.ended_at
            ? fillTemplate(texts.ended, { date: formatDate(response.ended_at, { dateStyle: 'long' }) })
            : texts.none}
        </p>
      )}
      <StatusNote text={getStatusNote(response, texts, endDate)} />
      <StatusNote text={isStale ? texts.stale : undefined} />
      {(!hasNoMembership || isStale) && (
        <p className="mt-4 text-sm text-muted">
          {fillTemplate(texts.asOf, {
            time: formatDate(response.as_of, { dateStyle: 'medium', timeStyle: 'short' }),
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
      <dd className="font-display text-lead">{value}</dd>
    </div>
  )
}

function StatusNote({ text }: { text: string | undefined }) {
  return text ? <p className="status-notice">{text}</p> : null
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
  if (response.status === 'incomplete') return texts.pending
  if (response.status === 'paused') {
    const { paused_until: resumesAt } = response
    return resumesAt
      ? fillTemplate(texts.pausedUntil, { date: formatDate(resumesAt, { dateStyle: 'long' }) })
      : texts.paused
  }
  if (response.past_due) return response.subscribed ? texts.pastDue : texts.unpaid
  if (response.subscribed && response.ending) return fillTemplate(texts.ending, { date: endDate })
  return response.manageable && !response.subscribed ? texts.unpaid : undefined
}
