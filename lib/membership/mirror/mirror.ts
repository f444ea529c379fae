import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { type Lease, withLease } from '@/lib/database/lease'
import { raiseAlert } from '../alerts'
import type { Billing } from '../context'
import { enqueue } from '../queue'
import { isMissing, toDate } from '../stripe'
import { computeEntitlement, endedStatuses, isLive, type Status } from './entitlement'
import {
  hasUsedIntroPrice,
  type MirroredState,
  OtherStripeAccount,
  readStripeState,
  type StripeState,
  toMirrored,
} from './stripeState'

/** A subscription in the mirror. Amounts are in the smallest unit of `currency`. */
export type MirroredSubscription = MirroredState & {
  /** The amount of the next invoice. */
  nextAmount: number | null
  syncedAt: Date
}

/** The select list that reads a `MirroredSubscription` from a row `s`. float8 represents Stripe's amounts exactly. */
export const mirroredColumns = `s.stripe_subscription_id as id, s.status, s.tier, s.started_at as "startedAt",
  s.current_period_end as "currentPeriodEnd", s.cancel_at_period_end as "cancelAtPeriodEnd", s.cancel_at as "cancelAt",
  s.cancel_reason as "cancelReason", s.ended_at as "endedAt", s.past_due_since as "pastDueSince", s.pause_ends_at as "pauseEndsAt",
  s.amount_due::float8 as "amountDue", s.price::float8 as price, s.next_amount::float8 as "nextAmount", s.currency,
  s.intro_ends_at as "introEndsAt", s.synced_at as "syncedAt"`

/** Thrown when another worker has taken over the lease, so the state that was read may be stale. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Updates a customer's mirror from Stripe. After any number of calls in any order, the mirror equals Stripe's state.
 * Changes nothing in Stripe: it enqueues the customer, so that `settleCustomer` acts on the new state.
 *
 * @param options.timeoutMs - the maximum wait for other workers to release the customer's lease
 * @throws LeaseBusy, LeaseLost, or errors from Stripe and Postgres; the caller then has to retry
 */
export async function syncCustomer(
  billing: Billing,
  customerId: string,
  options: { timeoutMs?: number | undefined } = {},
): Promise<void> {
  const work = (lease: Lease) => mirrorUnderLease(billing, lease, customerId, false)
  await withLease(billing.database, `customer:${customerId}`, work, options)
}

/**
 * Reads a customer from Stripe and writes the mirror. Only this function inserts subscriptions.
 *
 * @param lease - the customer's lease
 * @param isSettled - whether the caller settles the customer itself; otherwise the customer is enqueued, in the
 * same transaction
 * @returns the state, and the id of the user who owns the customer in the mirror
 * @throws LeaseLost when another worker has taken over the lease; OtherStripeAccount, after an alert
 */
export async function mirrorUnderLease(
  billing: Billing,
  lease: Lease,
  customerId: string,
  isSettled: boolean,
): Promise<StripeState & { ownerId: string | null }> {
  const { sql: read } = billing.database
  const mirrored = await listMirrored(read, customerId)
  const state: StripeState = await readStripeState(billing.stripe, customerId, mirrored).catch(
    async (cause: unknown) => {
      const hasEnded = mirrored.every(({ status }) => endedStatuses.includes(status))
      if (isMissing(cause) && hasEnded && (await countsAsDeleted(read, customerId, isSettled)))
        return { email: null, userId: null, deleted: true, subscriptions: [], openInvoices: [] }
      const error = isMissing(cause) ? new OtherStripeAccount(customerId) : cause
      if (error instanceof OtherStripeAccount)
        await raiseAlert(read, `stripe-account ${billing.now().toISOString().slice(0, 10)}`, error.message)
      throw error
    },
  )
  const ownerId = await billing.database.transaction(async (sql) => {
    const owner = await writeState(billing, sql, lease, { customerId, state })
    // Attaching a purchase also locks the customer before its queue row. A different order could cause a deadlock.
    if (!isSettled) await enqueue(sql, [customerId])
    return owner
  })
  return { ...state, ownerId }
}

export async function listMirrored(sql: Sql, customerId: string): Promise<{ id: string; status: Status }[]> {
  return sql('select stripe_subscription_id as id, status from subscriptions where stripe_customer_id = $1', [
    customerId,
  ])
}

/**
 * Whether a former member's customer that is missing in Stripe counts as deleted: on a user's request immediately, on a
 * webhook only if the mirror already marks it as deleted. Stripe still returns deleted customers, so a missing one may
 * mean that the key belongs to a different Stripe account; the webhook then fails and is retried.
 */
async function countsAsDeleted(sql: Sql, customerId: string, isSettled: boolean): Promise<boolean> {
  const rows = await sql(
    'select from customers where stripe_customer_id = $1 and (not $2 or deleted_at is not null)',
    [customerId, isSettled],
  )
  return rows.length > 0
}

/** Reads the time of the database's clock, which all servers share. Exact to the microsecond, unlike a Date. */
export async function readDatabaseTime(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: string }>('select clock_timestamp()::text as now')
  return row?.now ?? ''
}

async function writeState(
  billing: Billing,
  sql: Sql,
  lease: Lease,
  { customerId, state }: { customerId: string; state: StripeState },
): Promise<string | null> {
  const { email, userId, deleted, subscriptions } = state
  // Locks the row until the transaction ends, so that another worker can take the lease and write only afterwards.
  const [current] = await sql<{ token: string }>('select token from leases where key = $1 for update', [
    lease.key,
  ])
  if (Number(current?.token) !== lease.token) throw new LeaseLost(lease.key)
  if (subscriptions.length === 0 && !(await isMirroredCustomer(sql, customerId))) return null
  const [{ ownerId } = { ownerId: null }] = await sql<{ ownerId: string | null }>(
    `insert into customers (stripe_customer_id, user_id, email, deleted_at)
       values ($1, (select $2::uuid where not exists (select from customers where user_id = $2::uuid)),
         $3, case when $4 then now() end)
     on conflict (stripe_customer_id) do update set
       email = case when customers.forgotten_at is null then coalesce(excluded.email, customers.email) end,
       email_changed_at = case when lower(excluded.email) <> lower(customers.email)
         then date_trunc('milliseconds', now()) else customers.email_changed_at end,
       deleted_at = case when $4 then coalesce(customers.deleted_at, now()) end,
       -- A restored backup may lack the user. Only deleting the account removes the user from Stripe's metadata.
       user_id = case when $4 or customers.forgotten_at is not null then customers.user_id
         else coalesce(customers.user_id, excluded.user_id) end
     returning user_id as "ownerId"`,
    [customerId, userId, email, deleted],
  )
  if (hasUsedIntroPrice(subscriptions))
    await sql('insert into introductions (identity) select unnest($1::text[]) on conflict do nothing', [
      [customerId, ...(email ? [billing.hashIdentity(email)] : [])],
    ])
  await sql(
    `update subscriptions set status = 'canceled', ended_at = coalesce(ended_at, now()), renews = false,
       next_amount = null, next_fee = null, amount_due = null, synced_at = now()
     where stripe_customer_id = $1 and stripe_subscription_id <> all ($2) and status <> 'incomplete_expired'`,
    [customerId, subscriptions.map(({ id }) => id)],
  )
  // Only the first of several live memberships gets the user, since the database allows one per user. It is
  // written last, after the others have released the user in the unique index.
  const rows = subscriptions.map((subscription) => toMirrored(subscription, state.openInvoices))
  const primary = computeEntitlement(rows, billing).subscription?.id
  for (const mirrored of rows.toSorted((a, b) => Number(a.id === primary) - Number(b.id === primary))) {
    const isFurther = isLive(mirrored.status) && mirrored.id !== primary
    const row = {
      ...mirrored,
      pausedAt: mirrored.status === 'paused' ? billing.now() : null,
      stripeCustomerId: customerId,
      userId: isFurther ? null : ownerId,
    }
    await upsertSubscription(sql, row)
  }
  return ownerId
}

/** SQL for the columns whose new value also depends on the stored row. */
const mergedColumns: Readonly<Record<string, string>> = {
  fee: 'coalesce(excluded.fee, subscriptions.fee)',
  paused_at:
    'case when excluded.paused_at is not null then coalesce(subscriptions.paused_at, excluded.paused_at) end',
}

const toColumn = (field: string) =>
  field === 'id' ? 'stripe_subscription_id' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function upsertSubscription(sql: Sql, row: object): Promise<void> {
  const columns = Object.keys(row).map(toColumn)
  const updates = columns.map((column) => `${column} = ${mergedColumns[column] ?? `excluded.${column}`}`)
  // Keeps the next invoice until it is read again, unless a new period has begun or no invoice follows.
  const isNextInvoiceCurrent =
    'excluded.renews and subscriptions.current_period_end is not distinct from excluded.current_period_end'
  await sql(
    `insert into subscriptions (${columns.join()}, synced_at)
       values (${columns.map((_, index) => `$${index + 1}`).join()}, now())
     on conflict (stripe_subscription_id) do update set ${updates.join()}, synced_at = now(),
       next_amount = case when ${isNextInvoiceCurrent} then subscriptions.next_amount end,
       next_fee = case when ${isNextInvoiceCurrent} then subscriptions.next_fee end`,
    Object.values(row),
  )
}

/** Records an event whose customer was processed or enqueued. Idempotent. */
export async function recordEvent(sql: Sql, event: Stripe.Event, customerId: string): Promise<void> {
  await sql(
    `insert into stripe_events (id, type, stripe_customer_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [event.id, event.type, customerId, toDate(event.created)],
  )
}

/** Whether a customer is mirrored. Buyers of other products, and guests before their first membership, are not. */
export async function isMirroredCustomer(sql: Sql, customerId: string): Promise<boolean> {
  return (await sql('select from customers where stripe_customer_id = $1', [customerId])).length > 0
}
