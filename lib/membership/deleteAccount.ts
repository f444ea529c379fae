import 'server-only'
import type Stripe from 'stripe'
import { runAfterResponse } from '@/lib/afterResponse'
import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from '@/lib/auth/server/clients'
import type { User } from '@/lib/auth/server/requireUser'
import { withLease } from '@/lib/database/lease'
import { isSameEmail } from '@/lib/email'
import { getErrorCode } from '@/lib/errorCode'
import {
  checkoutLifetimeSeconds,
  closeCheckout,
  closeOpenCheckouts,
  listOpenCheckouts,
} from './checkout/checkouts'
import { type Billing, getBilling } from './context'
import { deletionComment, endMembership } from './endings'
import { mailAccountDeleted } from './mail/accountDeleted'
import { isMembership } from './membershipProduct'
import { listMirrored, syncCustomer } from './mirror/mirror'
import { isPaymentProcessing, listMemberships, wasEverPaid } from './mirror/stripeState'
import { enqueue } from './queue'

/** The maximum time until a webhook or the reconciliation reports a guest's purchase. */
const webhookDelaySeconds = 1800

/**
 * Cancels a user's memberships, removes the user's personal data from the database, deletes the account, and emails its
 * owner.
 *
 * @param owner - the user, whose email is empty unless `isEmailOwner` is true
 * @param mailTo - the account's confirmed email, or an empty string for no email
 * @throws RequestProblem 502 `membership_not_ended` if account and memberships are unchanged; 502 `account_not_deleted`
 * if memberships may be canceled
 */
export async function deleteAccount(owner: User, mailTo: string): Promise<void> {
  try {
    const billing = await getBilling()
    const wasMember = await endMembershipFor(owner, billing, async () => {
      const { error } = await createAdminClient().auth.admin.deleteUser(owner.id)
      // `user_not_found`: another click or tab has already deleted the account.
      if (error && error.code !== 'user_not_found') throw error
    })
    runAfterResponse(mailAccountDeleted(billing, mailTo, wasMember))
  } catch (cause) {
    if (getErrorCode(cause) === 'account_not_deleted') throw cause
    throw new RequestProblem(502, 'membership_not_ended', { cause })
  }
}

/**
 * Ends a user's payments immediately: closes open checkouts, cancels memberships, and removes the account's id from
 * Stripe and the database, and its email from the database. Covers every customer that belongs or belonged to the user,
 * and guest purchases made with the owner's email. Safe to repeat.
 *
 * @param deleteOwner - deletes the account; called last, under the lease that the user's checkouts also need
 * @returns whether the user had a membership; false on a repetition, since the first attempt removed the user's id
 * @throws before any cancellation, when Stripe or the database fails, the lease is busy, or a bank has not decided on a
 * payment yet. Later errors, including those from `deleteOwner`, become RequestProblem 502 `account_not_deleted`
 */
export async function endMembershipFor(owner: User, billing: Billing, deleteOwner?: () => Promise<void>) {
  const { stripe, database } = billing
  return withLease(database, `buyer:${billing.hashIdentity(owner.id)}`, async () => {
    const customers = await findCustomers(billing, owner)
    const memberships = await listEndableMemberships(billing, customers)
    try {
      for (const [customer, subscriptions] of memberships) {
        for (const subscription of subscriptions)
          await endMembership(stripe, subscription, { cancellation_details: { comment: deletionComment } })
        await syncCustomer(billing, customer)
        await stripe.customers.update(customer, { metadata: { user_id: '' } })
      }
      // Anyone can open checkouts with the email. As many as time allows are closed; the others expire within an hour.
      if (owner.email && customers[0]) await closeOpenCheckouts(billing, owner.email, customers[0])
      await anonymize(billing, owner.id, customers)
      await deleteOwner?.()
      return [...memberships.values()].flat().some(wasEverPaid)
    } catch (cause) {
      throw new RequestProblem(502, 'account_not_deleted', { cause })
    }
  })
}

/**
 * Finds the customers that belong or belonged to a user, and then those of guests who paid with the owner's email, even
 * if no webhook has reported the payment yet. Does not read every open checkout with the email, since anyone can open
 * one. A guest whose email was changed in Stripe is enqueued and not returned.
 */
async function findCustomers({ stripe, database }: Billing, { id, email }: User): Promise<string[]> {
  const rows = await database.sql<{ id: string }>(
    // A union, because an OR of these conditions would read every guest.
    `select stripe_customer_id as id from customers where user_id = $1
     union
     select stripe_customer_id from customers
      where user_id is null and stripe_customer_id in (
        select stripe_customer_id from consents where user_id = $1)`,
    [id],
  )
  const customers = new Set(rows.map((row) => row.id))
  if (!email) return [...customers]
  const guests = await database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id is null and lower(email) = lower($1)',
    [email],
  )
  for (const guest of guests) {
    // If an operator has just corrected the guest's email in Stripe, the purchase belongs to another person.
    const customer = customers.has(guest.id) ? undefined : await stripe.customers.retrieve(guest.id)
    if (!customer || customer.deleted || isSameEmail(customer.email, email)) customers.add(guest.id)
    else await enqueue(database.sql, [guest.id])
  }
  const since = Math.floor(Date.now() / 1000) - checkoutLifetimeSeconds - webhookDelaySeconds
  const recent = { created: { gte: since }, expand: ['data.customer'], limit: 100 }
  for await (const subscription of stripe.subscriptions.list({ status: 'all', ...recent })) {
    const { customer } = subscription
    if (!isMembership(subscription) || typeof customer === 'string' || customer.deleted) continue
    if (!customer.metadata.user_id && isSameEmail(customer.email, email)) customers.add(customer.id)
  }
  return [...customers]
}

/** Lists the memberships of each existing customer, after closing the customer's open checkouts. */
async function listEndableMemberships({ stripe, database }: Billing, customers: readonly string[]) {
  const existing = new Map<string, Stripe.Subscription[]>()
  for (const customer of customers) {
    if ((await stripe.customers.retrieve(customer)).deleted) continue
    // If a checkout was just paid, its membership is in the list below.
    for (const { id } of await listOpenCheckouts(stripe, customer)) await closeCheckout(stripe, id)
    const mirrored = await listMirrored(database.sql, customer)
    const subscriptions = await listMemberships(stripe, customer, mirrored)
    // Otherwise, the bank could still complete the payment of a membership that the user can no longer see or cancel.
    if (await isPaymentProcessing(stripe, subscriptions))
      throw new Error(`A payment by ${customer} is still pending`)
    existing.set(customer, subscriptions)
  }
  return existing
}

/**
 * Removes the account's id and the customers' emails from the database. The records that the law requires stay
 * in Stripe and, without a name, in `consents`. The use of the introductory price stays recorded under the customer's
 * id and a keyed hash of the email.
 */
async function anonymize({ database }: Billing, userId: string, customers: readonly string[]): Promise<void> {
  await database.transaction(async (sql) => {
    await sql(
      `update customers set user_id = null, email = null, account_email = null, is_email_pending = false,
         forgotten_at = coalesce(forgotten_at, now())
       where stripe_customer_id = any ($1)`,
      [customers],
    )
    await sql('update subscriptions set user_id = null where user_id = $1', [userId])
    await sql(
      `update consents set user_id = null, address_hash = null
        where user_id = $1 or stripe_customer_id = any ($2)`,
      [userId, customers],
    )
    // Error messages may contain an email. Unsent emails are discarded.
    await sql('update sync_queue set last_error = null where stripe_customer_id = any ($1)', [customers])
    await sql(
      `delete from notices where sent_at is null and stripe_subscription_id in
         (select stripe_subscription_id from subscriptions where stripe_customer_id = any ($1))`,
      [customers],
    )
  })
}
