import type Stripe from 'stripe'
import type { User } from '@/lib/auth/server/requireUser'
import { type Lease, withLease } from '@/lib/database/lease'
import { log } from '@/lib/log'
import { raiseAlert } from './alerts'
import { closeOpenCheckouts } from './checkout/checkouts'
import { syncAccountEmail } from './checkout/customer'
import type { Billing } from './context'
import { settleDisputes } from './disputes'
import { settleEndings } from './endings'
import { storeAccountEmail } from './mirror/customers'
import { liveStatuses } from './mirror/entitlement'
import { getFee } from './mirror/fees'
import { mirrorUnderLease, readDatabaseTime, recordEvent } from './mirror/mirror'
import { findCheckout, hasUsedIntroPrice, isRenewing, previewNextInvoice } from './mirror/stripeState'
import { enqueue } from './queue'
import { toDate } from './stripe'

/**
 * Updates a customer in the mirror and acts on the new state: records agreements to the terms, cancels or ends disputed
 * memberships, voids ended memberships' open invoices, closes the buyer's other open checkouts after the first payment,
 * reports second memberships to the studio, and writes the account's id and email to Stripe. A user's request only
 * enqueues the customer for this (`syncCustomer`). Safe to repeat.
 *
 * @param event - the event that reports the change. It is recorded last, so that a retry is not ignored
 * @returns the error if an invoice preview failed; the customer then has to be settled again
 * @throws LeaseBusy, LeaseLost, or errors from Stripe and Postgres; the caller then has to retry
 */
export async function settleCustomer(
  billing: Billing,
  customerId: string,
  event?: Stripe.Event,
): Promise<unknown> {
  const { database } = billing
  const requestedAt = await readDatabaseTime(database.sql)
  const work = async (lease: Lease) => {
    // One purchase causes many events at once. A worker that waited for another worker need not read Stripe again.
    const finished = await database.sql(
      'select from customers where stripe_customer_id = $1 and processed_from > $2::timestamptz',
      [customerId, requestedAt],
    )
    return finished.length === 0 ? settle(billing, lease, customerId) : undefined
  }
  const failure = await withLease(database, `customer:${customerId}`, work)
  await database.sql(
    'delete from sync_queue where stripe_customer_id = $1 and next_attempt_at <= $2::timestamptz',
    [customerId, requestedAt],
  )
  if (event) await recordEvent(database.sql, event, customerId)
  return failure
}

/**
 * Settles customers whose account's email has changed, because Stripe's portal and its login emails use the email in
 * Stripe. With `user`, stores the user's email first, and settles only that user's customer; otherwise, settles up to
 * ten customers. A failure is logged, and the queue retries the customer.
 */
export async function settleChangedEmails(billing: Billing, user?: User): Promise<void> {
  const { sql } = billing.database
  if (user) await storeAccountEmail(sql, user)
  const rows = await sql<{ id: string }>(
    `select stripe_customer_id as id from sync_queue q join customers c using (stripe_customer_id)
      where c.is_email_pending and ($1::uuid is null or c.user_id = $1) order by q.next_attempt_at limit 10`,
    [user?.id],
  )
  for (const { id } of rows)
    try {
      if (await settleCustomer(billing, id)) await enqueue(sql, [id])
    } catch (error) {
      log.warn('billing', `${id}: changing the email failed; the queue will retry it`, error)
    }
}

async function settle(billing: Billing, lease: Lease, customerId: string): Promise<unknown> {
  const { stripe, database, now } = billing
  const { sql } = database
  const startedAt = await readDatabaseTime(sql)
  const mirror = () => mirrorUnderLease(billing, lease, customerId, true)
  let state = await mirror()
  // A guest's purchase was attached to a user.
  if (state.ownerId && !state.deleted && state.ownerId !== state.userId)
    await stripe.customers.update(customerId, { metadata: { user_id: state.ownerId } })
  if (await settleDisputes(billing, customerId, state.subscriptions)) state = await mirror()
  if (await settleEndings(billing, state.subscriptions)) state = await mirror()
  await recordAgreements(billing, customerId, state.subscriptions)
  if (state.email && hasUsedIntroPrice(state.subscriptions))
    await closeOpenCheckouts(billing, state.email, customerId)
  await alertSecondMemberships(billing, customerId, state.email)
  let failure: unknown
  for (const subscription of state.subscriptions.filter(isRenewing)) {
    // Access does not depend on the amount, which is empty until a retry if the preview fails.
    const next = await previewNextInvoice(stripe, subscription).catch((error: unknown) => {
      log.warn('billing', `next invoice of ${subscription.id}: preview failed; its amount is empty`, error)
      failure = error
      return null
    })
    await sql(
      `update subscriptions set next_amount = $2, next_fee = $3, previewed_at = $4
        where stripe_subscription_id = $1 and exists (select from leases where key = $5 and token = $6)`,
      [subscription.id, next?.amount_due ?? null, getFee(next), now(), lease.key, lease.token],
    )
  }
  // The email is changed last, because the steps above use the former one.
  await syncAccountEmail(billing, customerId)
  await sql('update customers set processed_from = $2::timestamptz where stripe_customer_id = $1', [
    customerId,
    startedAt,
  ])
  return failure
}

/** Records when the buyer agreed to the terms in a customer's completed checkouts, and deletes the email hashes. */
async function recordAgreements(
  { stripe, database: { sql } }: Billing,
  customer: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const missing = await sql('select from consents where stripe_customer_id = $1 and agreed_at is null', [
    customer,
  ])
  if (missing.length === 0) return
  // A membership begins when its checkout is completed.
  for (const { id, created } of subscriptions) {
    const checkout = await findCheckout(stripe, id)
    if (checkout?.consent?.terms_of_service === 'accepted')
      await sql('update consents set agreed_at = $2, address_hash = null where stripe_session_id = $1', [
        checkout.id,
        toDate(created),
      ])
  }
}

/**
 * Alerts the studio once about each additional live membership of one customer or email in the mirror. The site never
 * knowingly sells a second one, so the studio asks the member which one to keep.
 */
async function alertSecondMemberships(
  billing: Billing,
  customerId: string,
  email: string | null,
): Promise<void> {
  const [first, ...others] = await billing.database.sql<{ id: string }>(
    `select s.stripe_subscription_id as id from subscriptions s join customers c using (stripe_customer_id)
      where s.status = any ($3) and c.deleted_at is null and (c.stripe_customer_id = $1 or lower(c.email) = lower($2))
      order by s.started_at, s.stripe_subscription_id`,
    [customerId, email, liveStatuses],
  )
  for (const { id } of others)
    await raiseAlert(
      billing.database.sql,
      `second-membership ${id}`,
      `${id} is a second membership for the person who already has ${first?.id}. Ask the member which one to keep. In Stripe, open the other one, click “Cancel subscription”, choose “Immediately” and refund its last payment.`,
    )
}
