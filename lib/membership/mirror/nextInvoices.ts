import type Stripe from 'stripe'
import type { Lease } from '@/lib/database/lease'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { postponeCustomer } from '../queue'
import { getFees } from './fees'
import { isRenewing, previewNextInvoice } from './stripeState'

type CustomerSubscriptions = { customerId: string; subscriptions: readonly Stripe.Subscription[] }

/**
 * Writes the amounts of a customer's next invoices, after the subscriptions were written, because access depends on the
 * subscriptions only. When a preview fails, the amount becomes empty, and the customer is enqueued for a retry.
 *
 * @param lease - the lease under which the subscriptions were written; those that a later lease wrote stay unchanged
 */
export async function writeNextInvoices(
  { stripe, database, now }: Billing,
  lease: Lease,
  { customerId, subscriptions }: CustomerSubscriptions,
): Promise<void> {
  for (const subscription of subscriptions.filter(isRenewing)) {
    const next = await previewNextInvoice(stripe, subscription).catch(async (error: unknown) => {
      log.warn('billing', `next invoice of ${subscription.id}: preview failed; its amount is empty`, error)
      await postponeCustomer(database.sql, customerId, error)
      return null
    })
    await database.sql(
      `update subscriptions set next_amount = $2, next_fee = $3, previewed_at = $5
        where stripe_subscription_id = $1 and version = $4`,
      [subscription.id, next?.amount_due ?? null, getFees(subscription, next).nextFee, lease.token, now()],
    )
  }
}
