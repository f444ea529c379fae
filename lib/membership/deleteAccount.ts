import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { adminClient } from '@/lib/auth/server/clients'
import type { Database } from '@/lib/database/database'
import { withLease } from '@/lib/database/lease'
import { cancelNow } from './cancelNow'
import { type Billing, billing } from './context'
import { customerOfUser, customerRequest } from './customer'
import { endedStatuses } from './entitlement'
import { syncCustomer } from './mirror'
import { closeCheckout, openCheckouts } from './openCheckouts'
import { isPaymentProcessing, listMemberships } from './stripeState'

/**
 * Cancels a user's membership, then deletes the user and with it all that is theirs.
 *
 * @param userId - whose account
 * @throws RequestProblem 502 `membership_not_ended`, and nothing is deleted; 502 `account_not_deleted`
 */
export async function deleteAccount(userId: string): Promise<void> {
  try {
    await endMembershipFor(userId, await billing(), () => deleteUser(userId))
  } catch (cause) {
    if (cause instanceof RequestProblem && cause.code === 'account_not_deleted') throw cause
    throw new RequestProblem(502, 'membership_not_ended', { cause })
  }
}

async function deleteUser(userId: string): Promise<void> {
  const { error } = await adminClient().auth.admin.deleteUser(userId)
  // Somebody who presses twice, or in two tabs, has got what was asked for.
  if (error && error.code !== 'user_not_found') {
    throw new RequestProblem(502, 'account_not_deleted', { cause: error })
  }
}

/**
 * Ends what a user pays for, at once and for good, so that the account can be deleted: open checkouts are closed,
 * memberships cancelled, and nothing leads from the customer to the account or its address. Safe to repeat.
 *
 * @param afterwards - what is done before the user may buy again
 * @throws when Stripe or the database refuses, or a bank has not decided on a payment yet; then the account must stay;
 *   whatever `afterwards` throws
 */
export async function endMembershipFor(
  userId: string,
  context: Billing,
  afterwards: () => Promise<void> = async () => {},
): Promise<void> {
  const { database } = context
  const key = `buyer:${userId}`
  await withLease(database, key, async () => {
    const customer = await customerOfUser(context, userId)
    if (customer && !customer.deleted) await endAtStripe(context, customer.id)
    await forget(database, userId)
    await afterwards()
  })
  // Of somebody who waits for it, or has it by now, it stays until the reconciliation forgets it.
  await database.sql('delete from leases where key = $1 and holder is null', [key])
}

async function endAtStripe(context: Billing, customer: string): Promise<void> {
  const { stripe } = context
  // What is paid at this moment is among the memberships below.
  for await (const { id } of openCheckouts(stripe, customer)) await closeCheckout(stripe, id)
  const subscriptions = await listMemberships(stripe, customer)
  if (await isPaymentProcessing(stripe, subscriptions)) {
    // The bank may still take the money, for a membership that nobody could see or end any more.
    throw new Error(`A payment of ${customer} is not decided on yet`)
  }
  for (const { id, status } of subscriptions) {
    if (endedStatuses.includes(status)) continue
    await cancelNow(stripe, id)
  }
  await syncCustomer(context, customer)
  await stripe.customers.update(customer, { metadata: { user_id: '' } })
}

/**
 * Removes what leads from a customer of Stripe to the account, and every address. What the law makes us keep stays at
 * Stripe and, without a name, in `consents`; that somebody has had the introductory price stays as a keyed hash.
 */
async function forget(database: Database, userId: string): Promise<void> {
  await database.transaction(async (sql) => {
    const customers = await sql<{ id: string }>(
      `update customers set user_id = null, email = null, forgotten_at = now() where user_id = $1
       returning stripe_customer_id as id`,
      [userId],
    )
    const ids = customers.map(({ id }) => id)
    await sql('update subscriptions set user_id = null where user_id = $1', [userId])
    await sql('update consents set user_id = null, address_hash = null where user_id = $1', [userId])
    await sql('delete from claims where stripe_customer_id = any ($1)', [ids])
    // What Stripe says of a failure may name an address.
    await sql(
      'update refunds set last_error = null where stripe_customer_id = any ($1) and settled_at is null',
      [ids],
    )
    await sql('update sync_queue set last_error = null where stripe_customer_id = any ($1)', [ids])
    await sql(
      `update notices set last_error = null where stripe_subscription_id in
         (select stripe_subscription_id from subscriptions where stripe_customer_id = any ($1))`,
      [ids],
    )
    await sql('delete from stripe_attempts where name = any ($1)', [
      [customerRequest(userId), ...ids.map((id) => customerRequest(userId, id))],
    ])
  })
}
