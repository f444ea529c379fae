import { type Billing, billing } from './context'
import { customerOfUser } from './customer'
import { withLease } from './lease'
import { syncCustomer } from './mirror'
import { listSubscriptions, liveOf } from './stripeState'

/**
 * Ends what a user pays for, at once and for good, so that the account can be deleted: open checkouts are closed,
 * subscriptions cancelled, and the customer no longer belongs to anybody. Safe to repeat.
 *
 * @throws when Stripe or the database refuses; then the account must stay
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
      for (const { id } of liveOf(await listSubscriptions(stripe, customer.id))) {
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
