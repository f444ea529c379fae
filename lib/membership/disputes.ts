import type Stripe from 'stripe'
import { formatDay } from '@/lib/content/text/format'
import { raiseAlert } from './alerts'
import type { Billing } from './context'
import { endMembership } from './endings'
import { endedStatuses } from './mirror/entitlement'
import { getDisputeId, isRenewing } from './mirror/stripeState'
import { getExpanded, getId, toDate } from './stripe'

/** The maximum age of a dispute. Banks decide sooner: https://docs.stripe.com/disputes/how-disputes-work */
const maxAgeSeconds = 365 * 86_400

/**
 * Handles the disputes over a customer's payments. An open one stops the renewal of its membership; a lost one ends the
 * membership; an inquiry changes nothing. Each decision is then reported to the studio, and not applied again, so that
 * staff may revert it. Safe to repeat after a failure.
 *
 * @returns whether a membership was changed, which makes `subscriptions` stale
 */
export async function settleDisputes(
  { stripe, database: { sql }, now }: Billing,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  const created = { gte: Math.floor(now().getTime() / 1000) - maxAgeSeconds }
  let isAnyChanged = false
  // Stripe cannot list disputes by customer, but an account has few.
  for await (const dispute of stripe.disputes.list({ created, limit: 100, expand: ['data.charge'] })) {
    const { id, status, charge, payment_intent } = dispute
    if (typeof charge === 'string' || getId(charge.customer) !== customerId) continue
    const isOpen = status === 'needs_response' || status === 'under_review'
    const key = `dispute ${id} ${status.replace(/needs_response|under_review/, 'open')}`
    if ((await sql('select from alerts where key = $1', [key])).length > 0) continue
    const membership = await findPaidMembership(stripe, subscriptions, getId(payment_intent))
    // `getDisputeId` reads this comment.
    const reason = { cancellation_details: { comment: `Disputed: ${id}` } }
    let consequence = 'nothing was changed'
    if (membership && status === 'lost' && !endedStatuses.includes(membership.status)) {
      await endMembership(stripe, membership, reason)
      consequence = `${membership.id} was ended`
    } else if (membership && isOpen && isRenewing(membership)) {
      await stripe.subscriptions.update(membership.id, { cancel_at_period_end: true, ...reason })
      consequence = `${membership.id} no longer renews`
    }
    isAnyChanged ||= consequence !== 'nothing was changed'
    const kind = status.startsWith('warning_') ? 'Inquiry' : 'Dispute'
    await raiseAlert(sql, key, `${kind} ${id} for ${customerId} has the status ${status}; ${consequence}.`)
  }
  return isAnyChanged
}

/** Reads the payment whose dispute canceled a membership; undefined if it was canceled for another reason. */
export async function readDisputedPayment(stripe: Stripe, subscription: Stripe.Subscription) {
  const id = getDisputeId(subscription)
  const dispute = id && (await stripe.disputes.retrieve(id, { expand: ['charge'] }))
  if (!dispute) return undefined
  const paidAt = toDate(getExpanded(dispute.charge)?.created)
  return { amount: dispute.amount, values: { paymentDate: paidAt ? formatDay(paidAt) : undefined } }
}

/** Finds the membership that a payment was for; undefined when the payment was for something else. */
async function findPaidMembership(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
  paymentIntent: string | undefined,
): Promise<Stripe.Subscription | undefined> {
  for (const membership of subscriptions) {
    const filter = { subscription: membership.id, limit: 100, expand: ['data.payments'] }
    for await (const { payments } of stripe.invoices.list(filter))
      if (payments?.data.some(({ payment }) => getId(payment.payment_intent) === paymentIntent))
        return membership
  }
  return undefined
}
