import type Stripe from 'stripe'
import { type Lease, withLease } from '@/lib/database/lease'
import { syncAccountEmail } from './checkout/customer'
import { closeOpenCheckouts } from './checkout/introductions'
import type { Billing } from './context'
import { settleEndings } from './endings'
import { mirrorUnderLease, readDatabaseTime, recordEvent } from './mirror/mirror'
import { writeNextInvoices } from './mirror/nextInvoices'
import { getIntroUsedAt, type StripeState } from './mirror/stripeState'
import { alertSecondMemberships } from './secondMemberships'

type ProcessOptions = {
  /** The events that report the change. They are recorded last, so that a retry after a failure is not ignored. */
  events?: readonly Stripe.Event[]
  /** How long to wait for other workers on the customer. Milliseconds. */
  timeoutMs?: number
}

/**
 * Updates the mirror of a customer from Stripe, and applies the consequences. Ended memberships leave nothing payable.
 * After the first payment, the email's other open checkouts are closed. Second memberships are reported to the studio.
 * The account's email and id are written to Stripe.
 * Only the webhook and the reconciliation call this; other code calls `mirrorCustomer`. Safe to repeat.
 *
 * @throws LeaseBusy, LeaseLost, or errors from Stripe and Postgres; the call then has to be repeated
 */
export async function processCustomer(
  billing: Billing,
  customerId: string,
  { events = [], timeoutMs }: ProcessOptions = {},
): Promise<void> {
  const requestedAt = await readDatabaseTime(billing.database.sql)
  await withLease(
    billing.database,
    `customer:${customerId}`,
    (lease) => processUnderLease(billing, lease, { customerId, requestedAt }),
    timeoutMs === undefined ? {} : { timeoutMs },
  )
  // The email is changed last, because the steps above use the former one.
  await syncAccountEmail(billing, customerId)
  await billing.database.transaction(async (sql) => {
    await sql('delete from sync_queue where stripe_customer_id = $1 and next_attempt_at <= $2::timestamptz', [
      customerId,
      requestedAt,
    ])
    for (const event of events) await recordEvent(sql, event, customerId)
  })
}

type ProcessTask = {
  customerId: string
  /** The database's time of the call. Processing that began later includes every change before the call. */
  requestedAt: string
}

async function processUnderLease(
  billing: Billing,
  lease: Lease,
  { customerId, requestedAt }: ProcessTask,
): Promise<void> {
  const { sql } = billing.database
  // Many events of one purchase arrive at once. A worker that waited for another one need not process them again.
  const processed = await sql(
    'select from customers where stripe_customer_id = $1 and processed_from > $2::timestamptz',
    [customerId, requestedAt],
  )
  if (processed.length > 0) return
  const startedAt = await readDatabaseTime(sql)
  let state = await mirrorUnderLease(billing, lease, customerId)
  await writeUserId(billing, customerId, state)
  if (await settleEndings(billing, state)) state = await mirrorUnderLease(billing, lease, customerId)
  if (state.email && getIntroUsedAt(state.subscriptions))
    await closeOpenCheckouts(billing, state.email, customerId)
  await alertSecondMemberships(billing, customerId, state.email)
  await writeNextInvoices(billing, lease, { customerId, subscriptions: state.subscriptions })
  await sql('update customers set processed_from = $2::timestamptz where stripe_customer_id = $1', [
    customerId,
    startedAt,
  ])
}

/** Writes the id of the user to whom a guest's purchase was attached to the customer at Stripe. */
async function writeUserId(
  { stripe, database }: Billing,
  customerId: string,
  { userId, deleted }: StripeState,
): Promise<void> {
  const [row] = await database.sql<{ userId: string }>(
    `select user_id as "userId" from customers where stripe_customer_id = $1 and user_id is not null`,
    [customerId],
  )
  if (row && !deleted && row.userId !== userId)
    await stripe.customers.update(customerId, { metadata: { user_id: row.userId } })
}
