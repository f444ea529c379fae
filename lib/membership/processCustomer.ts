import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { type Lease, withLease } from '@/lib/database/lease'
import { syncAccountEmail } from './checkout/customer'
import { reportSharedCards } from './checkout/introductionCards'
import { closeOpenCheckouts } from './checkout/introductions'
import type { Billing } from './context'
import { settleEndings } from './endings'
import { mirrorUnderLease, readDatabaseTime, recordEvent } from './mirror/mirror'
import { writeNextInvoices } from './mirror/nextInvoices'
import { filterLiveSubscriptions, getIntroUsedAt, type StripeState } from './mirror/stripeState'
import { cancelDuplicates, findOtherMemberships, type RunTotals } from './refunds/duplicates'

type ProcessOptions = {
  /** The events that report the change. They are recorded last, so that a retry after a failure is not ignored. */
  events?: readonly Stripe.Event[]
  /** The totals of the reconciliation run, which limits the number of cancellations. */
  run?: RunTotals
  /** How long to wait for other workers on the customer. Milliseconds. */
  timeoutMs?: number
}

/**
 * Updates the mirror of a customer from Stripe, and applies the consequences. Second memberships are canceled and
 * refunded, ended ones leave nothing payable, checkouts at a used introductory price are closed, a guest's claim is
 * created, and the account's email is synchronized.
 * Only the webhook and the reconciliation call this; other code calls `mirrorCustomer`. Safe to repeat.
 *
 * @throws LeaseBusy, LeaseLost, or errors of Stripe and Postgres; the call then has to be repeated
 */
export async function processCustomer(
  billing: Billing,
  customerId: string,
  { events = [], run = { canceled: 0 }, timeoutMs }: ProcessOptions = {},
): Promise<void> {
  const requestedAt = await readDatabaseTime(billing.database.sql)
  const surplusCustomers = await withLease(
    billing.database,
    `customer:${customerId}`,
    (lease) => processUnderLease(billing, lease, { customerId, requestedAt, run }),
    timeoutMs === undefined ? {} : { timeoutMs },
  )
  for (const customer of surplusCustomers) await processCustomer(billing, customer, { run })
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
  run: RunTotals
}

/** @returns the other customers of the same person whose memberships have to be canceled */
async function processUnderLease(
  billing: Billing,
  lease: Lease,
  { customerId, requestedAt, run }: ProcessTask,
): Promise<string[]> {
  const { sql } = billing.database
  // Many events of one purchase arrive at once. A worker that waited for another one need not process them again.
  const processed = await sql(
    'select from customers where stripe_customer_id = $1 and processed_from > $2::timestamptz',
    [customerId, requestedAt],
  )
  if (processed.length > 0) return []
  const startedAt = await readDatabaseTime(sql)
  // The mirror is written first, so that of two concurrent purchases at least one finds the other. Access also does not
  // wait for refunds.
  let state = await mirrorUnderLease(billing, lease, customerId)
  const { isSurplus, surplus } = await findOtherMemberships(billing, customerId, state)
  const isCanceled = await cancelDuplicates(billing, state, isSurplus, run)
  if ((await settleEndings(billing, state)) || isCanceled)
    state = await mirrorUnderLease(billing, lease, customerId)
  if (state.email && (isCanceled || getIntroUsedAt(state.subscriptions)))
    await closeOpenCheckouts(billing, state.email, customerId, isCanceled ? 'all' : 'introductory')
  await writeClaim(sql, customerId, state)
  await reportSharedCards(billing, state.subscriptions)
  await writeNextInvoices(billing, lease, { customerId, subscriptions: state.subscriptions })
  await sql('update customers set processed_from = $2::timestamptz where stripe_customer_id = $1', [
    customerId,
    startedAt,
  ])
  return surplus
}

/**
 * Creates the claim for a guest's remaining purchase. After the email is corrected at Stripe, the new email gets a
 * link, and the link in the first mail stops working.
 */
async function writeClaim(
  sql: Sql,
  customerId: string,
  { email, subscriptions }: StripeState,
): Promise<void> {
  if (!email || filterLiveSubscriptions(subscriptions).length === 0) return
  await sql(
    `insert into claims (stripe_customer_id, email)
       select stripe_customer_id, $2 from customers where stripe_customer_id = $1 and user_id is null
     on conflict (stripe_customer_id) do update
       set email = excluded.email, nonce = null, requested_at = date_trunc('milliseconds', clock_timestamp())
       where claims.claimed_at is null and lower(claims.email) <> lower(excluded.email)`,
    [customerId, email],
  )
}
