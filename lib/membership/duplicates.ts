import type Stripe from 'stripe'
import { errorCode } from '@/lib/errorCode'
import type { Billing } from './context'
import { isLive, liveStatuses } from './entitlement'
import { idOf } from './stripe'
import { byAge, liveOf, type StripeState, statusOf } from './stripeState'

/**
 * Cancels and refunds what somebody bought although they were a member already: of several memberships the oldest
 * stays. Safe to repeat.
 *
 * @returns whether anything was cancelled, so that the state is old now
 */
export async function cancelDuplicates(
  billing: Billing,
  customerId: string,
  state: StripeState,
): Promise<boolean> {
  const [oldest, ...newer] = liveOf(state.subscriptions)
  if (!oldest) return false
  const { older } = await otherMemberships(billing, customerId, state)
  const surplus = older ? [oldest, ...newer] : newer
  for (const subscription of surplus) await cancelAndRefund(billing.stripe, subscription)
  return surplus.length > 0
}

/** Memberships of one person under other customers. */
export type OtherMemberships = {
  /** There is one that is older than every one of this customer's. */
  older: boolean
  /** The customers of newer ones. */
  newer: string[]
}

/**
 * Looks for memberships of the same person under other customers. Guests are the same person when Stripe has the same
 * address on record: good enough to give money back, never to give access. Members are known by their account, which
 * is one customer.
 */
export async function otherMemberships(
  { stripe, database }: Billing,
  customerId: string,
  state: StripeState,
): Promise<OtherMemberships> {
  const others: OtherMemberships = { older: false, newer: [] }
  const [oldest] = liveOf(state.subscriptions)
  if (!oldest || !state.email) return others
  const candidates = await database.sql<{ id: string; customer: string }>(
    `select s.stripe_subscription_id as id, s.stripe_customer_id as customer
       from subscriptions s join customers c using (stripe_customer_id)
      where s.stripe_customer_id <> $1 and s.status = any ($3)
        and lower(c.email) = lower($2)
        and not exists (select from customers own where own.stripe_customer_id = $1 and own.user_id is not null)`,
    [customerId, state.email, liveStatuses],
  )
  for (const { id, customer } of candidates) {
    // The mirror may be old; money moves only on what Stripe says.
    const other = await stripe.subscriptions.retrieve(id)
    if (!isLive(statusOf(other))) continue
    if (byAge(other, oldest) < 0) others.older = true
    else others.newer.push(customer)
  }
  return others
}

/** Ends a second membership of one person at once and gives back whatever was paid for it. Safe to repeat. */
export async function cancelAndRefund(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  console.warn(`[billing] ${subscription.id} is a second membership of one person; cancelled and refunded`)
  await stripe.subscriptions.cancel(
    subscription.id,
    { invoice_now: false, prorate: false },
    { idempotencyKey: `cancel-duplicate-${subscription.id}` },
  )
  for await (const invoice of stripe.invoices.list({ subscription: subscription.id, limit: 100 })) {
    if (!invoice.id || invoice.status !== 'paid' || invoice.amount_paid === 0) continue
    await refundInvoice(stripe, invoice.id)
  }
}

async function refundInvoice(stripe: Stripe, id: string): Promise<void> {
  const { payments } = await stripe.invoices.retrieve(id, { expand: ['payments'] })
  for (const { payment, status } of payments?.data ?? []) {
    const intent = idOf(payment.payment_intent)
    if (status !== 'paid' || !intent) continue
    await stripe.refunds
      .create(
        { payment_intent: intent, reason: 'duplicate' },
        { idempotencyKey: `refund-duplicate-${intent}` },
      )
      .catch((error: unknown) => {
        const done = errorCode(error) === 'charge_already_refunded'
        if (!done) throw error
      })
  }
}
