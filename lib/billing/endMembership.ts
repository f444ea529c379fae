import { type Billing, billing } from './context'
import { customerOfUser } from './customer'
import { endedStatuses } from './entitlement'
import { withLease } from './lease'
import { syncCustomer } from './mirror'
import { isPaymentProcessing } from './processing'
import { listSubscriptions } from './stripeState'

/**
 * Ends what a user pays for, at once and for good, so that the account can be deleted: open checkouts are closed,
 * subscriptions cancelled, and the customer no longer belongs to anybody. Safe to repeat.
 *
 * @throws when Stripe or the database refuses, or a bank has not decided on a payment yet; then the account must stay
 */
export async function endMembershipFor(userId: string, context: Billing = billing()): Promise<void> {
  const { stripe, database } = context
  await withLease(database, `buyer:${userId}`, async () => {
    const customer = await customerOfUser(context, userId)
    if (!customer) return
    if (!customer.deleted) {
      for await (const session of stripe.checkout.sessions.list({ customer: customer.id, status: 'open' })) {
        await stripe.checkout.sessions.expire(session.id)
      }
      const subscriptions = await listSubscriptions(stripe, customer.id)
      if (await isPaymentProcessing(stripe, subscriptions)) {
        // The bank may still take the money, for a membership that nobody could see or end any more.
        throw new Error(`A payment of ${customer.id} is not decided on yet`)
      }
      for (const { id, status } of subscriptions) {
        if (endedStatuses.includes(status)) continue
        await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
      }
      await syncCustomer(context, customer.id)
    }
    await database.transaction(async (sql) => {
      await sql('update subscriptions set user_id = null where user_id = $1', [userId])
      await sql('update consents set user_id = null where user_id = $1', [userId])
      await sql('update customers set user_id = null where user_id = $1', [userId])
    })
  })
}
