import type Stripe from 'stripe'
import { withLease } from '@/lib/database/lease'
import { getErrorCode } from '@/lib/errorCode'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { endedStatuses } from '../mirror/entitlement'
import { listPaymentIntents } from '../mirror/stripeState'
import { enqueue, getRetryDelaySeconds } from '../queue'
import { isMissing } from '../stripe'

type RefundRow = {
  payment: string
  customer: string
  subscription: string
  invoice: string
  attempts: number
}

/** The selected columns of a {@link RefundRow}. */
const columns = `payment_intent as payment, stripe_customer_id as customer, stripe_subscription_id as subscription,
  stripe_invoice_id as invoice, attempts`

/** How many refunds {@link processRefunds} processes at most in one call; the reconciliation processes the others. */
const maxRefunds = 20

/**
 * Enqueues the refund of every payment of an invoice, failed attempts included, without requesting it at Stripe yet.
 * Idempotent.
 *
 * @returns the ids of the payment intents
 */
export async function enqueueRefunds(
  { stripe, database }: Billing,
  { customer, subscription, invoice }: { customer: string; subscription: string; invoice: string },
): Promise<string[]> {
  const payments = await listPaymentIntents(stripe, invoice)
  for (const payment of payments) {
    await database.sql(
      `insert into refunds (payment_intent, stripe_customer_id, stripe_subscription_id, stripe_invoice_id)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [payment, customer, subscription, invoice],
    )
  }
  return payments
}

/**
 * Processes the refunds that are due. A failure is stored with its error and retried later.
 *
 * @param customer - limits the refunds to this customer
 * @returns the numbers of settled and failed refunds; those that wait for Stripe or a cancellation are neither
 */
export async function processRefunds(
  billing: Billing,
  customer?: string,
): Promise<{ settled: number; failed: number }> {
  const rows = await billing.database.sql<RefundRow>(
    `select ${columns} from refunds
      where settled_at is null and next_attempt_at <= now() and ($1::text is null or stripe_customer_id = $1)
      order by next_attempt_at limit ${maxRefunds}`,
    [customer ?? null],
  )
  const result = { settled: 0, failed: 0 }
  for (const row of rows) {
    try {
      const isSettled = await withLease(billing.database, `refund:${row.payment}`, () =>
        processRefund(billing, row),
      )
      if (isSettled) result.settled += 1
      else await postponeRefund(billing, row, null)
    } catch (error) {
      result.failed += 1
      log.error('billing', `refunds: refund of ${row.payment} failed; it is retried`, error)
      await postponeRefund(billing, row, String(error))
    }
  }
  return result
}

/** @returns whether the refund is settled */
async function processRefund(billing: Billing, row: RefundRow): Promise<boolean> {
  const { stripe, database } = billing
  const [current] = await database.sql<{ attempts: number }>(
    `update refunds set attempts = attempts + 1 where payment_intent = $1 and settled_at is null returning attempts`,
    [row.payment],
  )
  if (!current) return true
  const subscription = await stripe.subscriptions.retrieve(row.subscription).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  // The membership was not canceled. Processing the customer again decides whether to cancel it.
  if (subscription && !endedStatuses.includes(subscription.status)) {
    await enqueue(database.sql, [row.customer])
    return false
  }
  // The invoice may have another payment by now.
  await enqueueRefunds(billing, row)
  const payment = await stripe.paymentIntents.retrieve(row.payment)
  if (payment.status === 'canceled') return settleRefund(billing, row, 'unpaid')
  if (payment.status !== 'succeeded') return false
  const sumsBefore = await sumRefunds(stripe, payment)
  if (sumsBefore.succeeded + sumsBefore.pending < payment.amount_received) {
    const refusal = await stripe.refunds
      .create(
        { payment_intent: row.payment, reason: 'duplicate' },
        { idempotencyKey: `refund-${row.payment}-${current.attempts}` },
      )
      .then(
        () => undefined,
        (error: unknown) => {
          const code = getErrorCode(error)
          if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error
          return code
        },
      )
    // During a dispute, the bank has taken the payment back, so no later attempt can succeed.
    if (refusal === 'charge_disputed') return settleRefund(billing, row, 'disputed', sumsBefore.succeeded)
  }
  // A refund can be pending for days, and then fail: https://docs.stripe.com/refunds#failed-refunds
  const { succeeded } = await sumRefunds(stripe, payment)
  return succeeded >= payment.amount_received && settleRefund(billing, row, 'refunded', succeeded)
}

/** Sums the succeeded and, separately, the pending refunds of a payment. Cents. */
async function sumRefunds(
  stripe: Stripe,
  payment: Stripe.PaymentIntent,
): Promise<{ succeeded: number; pending: number }> {
  const sums = { succeeded: 0, pending: 0 }
  for await (const { status, amount } of stripe.refunds.list({ payment_intent: payment.id, limit: 100 })) {
    if (status === 'succeeded') sums.succeeded += amount
    else if (status === 'pending' || status === 'requires_action') sums.pending += amount
  }
  return sums
}

/** Discards the unsettled refunds of a membership that stays. */
export async function discardRefunds({ database }: Billing, subscription: string): Promise<void> {
  await database.sql(
    `update refunds set outcome = 'kept', settled_at = now(), last_error = null
      where stripe_subscription_id = $1 and settled_at is null`,
    [subscription],
  )
}

async function settleRefund(
  { database }: Billing,
  { payment }: RefundRow,
  outcome: 'refunded' | 'unpaid' | 'disputed',
  amount = 0,
): Promise<true> {
  await database.sql(
    `update refunds set outcome = $2, amount = $3, settled_at = now(), last_error = null
      where payment_intent = $1`,
    [payment, outcome, amount],
  )
  return true
}

/** @param attempts - the number of attempts before this one */
async function postponeRefund(
  { database }: Billing,
  { payment, attempts }: RefundRow,
  error: string | null,
): Promise<void> {
  await database.sql(
    `update refunds set next_attempt_at = now() + $2 * interval '1 second', last_error = $3
      where payment_intent = $1`,
    [payment, getRetryDelaySeconds(attempts + 1), error],
  )
}
