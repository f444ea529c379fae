import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { type Lease, withLease } from '@/lib/database/lease'
import { type Billing, getAccessRules } from '../context'
import { enqueue } from '../queue'
import { isMissing, toDate } from '../stripe'
import { isLive } from './entitlement'
import { getFees } from './fees'
import {
  getIntroUsedAt,
  isRenewing,
  rankLiveSubscriptions,
  readStripeState,
  type StripeState,
  toMirrored,
} from './stripeState'

/** Thrown when another worker has taken over the lease, so that the state that was read may be stale. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Updates the mirror of a customer from Stripe, and changes nothing at Stripe. After any number of calls in any
 * order, the mirror equals Stripe's state. When the mirror changes, the customer is enqueued in the same transaction,
 * so that the reconciliation applies the consequences (`processCustomer`).
 *
 * @param timeoutMs - how long to wait for other workers on the customer. Milliseconds
 * @throws LeaseBusy, LeaseLost, or errors from Stripe and Postgres; the call then has to be repeated
 */
export async function mirrorCustomer(
  billing: Billing,
  customerId: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<void> {
  const { sql } = billing.database
  const requestedAt = await readDatabaseTime(sql)
  await withLease(
    billing.database,
    `customer:${customerId}`,
    async (lease) => {
      // During the wait, another worker may have mirrored Stripe's state.
      const rows = await sql(
        'select from customers where stripe_customer_id = $1 and synced_from > $2::timestamptz',
        [customerId, requestedAt],
      )
      if (rows.length === 0) await mirrorUnderLease(billing, lease, customerId, enqueue)
    },
    timeoutMs === undefined ? {} : { timeoutMs },
  )
}

/**
 * Reads a customer at Stripe and writes the mirror. Only this function inserts subscriptions.
 *
 * @param lease - the customer's lease
 * @param onChange - called when the mirror changes, in the same transaction
 * @returns Stripe's state
 * @throws LeaseLost when another worker has taken over the lease
 */
export async function mirrorUnderLease(
  billing: Billing,
  lease: Lease,
  customerId: string,
  onChange?: (sql: Sql, customers: readonly string[]) => Promise<void>,
): Promise<StripeState> {
  const { sql: read } = billing.database
  const readAt = await readDatabaseTime(read)
  const mirrored = await read<{ id: string }>(
    'select stripe_subscription_id as id from subscriptions where stripe_customer_id = $1',
    [customerId],
  )
  const mirroredIds = mirrored.map(({ id }) => id)
  const state = await readStripeState(billing.stripe, customerId, mirroredIds).catch(
    async (error: unknown) => {
      if (isMissing(error) && (await isReplaced(read, customerId))) return deletedState
      throw error
    },
  )
  await billing.database.transaction(async (sql) => {
    const mirrorBefore = onChange && (await serializeMirror(sql, customerId))
    await writeState(billing, sql, lease, { customerId, state, readAt })
    if (onChange && (await serializeMirror(sql, customerId)) !== mirrorBefore)
      await onChange(sql, [customerId])
  })
  return state
}

/** The state of a customer that does not exist at Stripe any more. */
const deletedState: StripeState = {
  email: null,
  userId: null,
  deleted: true,
  subscriptions: [],
  openInvoices: [],
}

/**
 * Whether a new customer has replaced a customer that Stripe does not have. A customer that was not replaced may be
 * missing because the key is of the wrong account, which must not end access.
 */
async function isReplaced(sql: Sql, customerId: string): Promise<boolean> {
  const rows = await sql(
    'select from customers where stripe_customer_id = $1 and user_id is null and deleted_at is not null',
    [customerId],
  )
  return rows.length > 0
}

/** Reads the time of the database's clock, which all servers share. Exact to the microsecond, unlike a Date. */
export async function readDatabaseTime(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: string }>('select clock_timestamp()::text as now')
  return row?.now ?? ''
}

/** Serializes the mirror of a customer without the times and version of its writes, for comparison. */
async function serializeMirror(sql: Sql, customerId: string): Promise<string> {
  const [row] = await sql<{ rows: string }>(
    `select concat(
       (select to_jsonb(c) - 'synced_from' - 'processed_from' from customers c where stripe_customer_id = $1),
       (select jsonb_agg(to_jsonb(s) - 'synced_at' - 'version' order by stripe_subscription_id)
          from subscriptions s where stripe_customer_id = $1)) as rows`,
    [customerId],
  )
  return row?.rows ?? ''
}

/** Stripe's state of a customer, and the database's time before it was read. */
type StripeReading = { customerId: string; state: StripeState; readAt: string }

async function writeState(
  billing: Billing,
  sql: Sql,
  lease: Lease,
  { customerId, state, readAt }: StripeReading,
): Promise<void> {
  const [current] = await sql<{ token: string }>('select token from leases where key = $1 for update', [
    lease.key,
  ])
  if (Number(current?.token) !== lease.token) throw new LeaseLost(lease.key)
  if (state.subscriptions.length === 0 && !(await isMirroredCustomer(sql, customerId))) return
  const userId = await writeCustomer(sql, customerId, state, readAt)
  const introductionUsedAt = getIntroUsedAt(state.subscriptions)
  if (introductionUsedAt && state.email) {
    await sql('insert into introductions (address_hash, given_at) values ($1, $2) on conflict do nothing', [
      billing.hashIdentity(state.email),
      introductionUsedAt,
    ])
  }
  await writeSubscriptions(billing, sql, lease, { customerId, userId, state })
}

/**
 * Records an event whose customer was processed or enqueued, and the buyer's consent for a completed checkout.
 * Idempotent.
 */
export async function recordEvent(sql: Sql, event: Stripe.Event, customerId: string): Promise<void> {
  await sql(
    `insert into stripe_events (id, type, stripe_customer_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [event.id, event.type, customerId, toDate(event.created)],
  )
  if (event.type === 'checkout.session.completed')
    await recordAgreement(sql, event.data.object, customerId, event.created)
}

/**
 * Records the customer of a completed checkout, and when the buyer agreed to the terms. Deletes the hash of the buyer's
 * email. Idempotent.
 *
 * @param agreedAtSeconds - since 1970
 */
export async function recordAgreement(
  sql: Sql,
  { id, consent }: Stripe.Checkout.Session,
  customerId: string,
  agreedAtSeconds: number,
): Promise<void> {
  await sql(
    `update consents set stripe_customer_id = $2, agreed_at = coalesce(agreed_at, $3), address_hash = null
     where stripe_session_id = $1`,
    [id, customerId, consent?.terms_of_service === 'accepted' ? toDate(agreedAtSeconds) : null],
  )
}

/** Whether an event was recorded: its customer was processed or enqueued. */
export async function isRecorded(sql: Sql, { id }: Stripe.Event): Promise<boolean> {
  return (await sql('select from stripe_events where id = $1', [id])).length > 0
}

/** Whether the mirror has a customer: those of other shops never, guests only from their first membership on. */
export async function isMirroredCustomer(sql: Sql, customerId: string): Promise<boolean> {
  return (await sql('select from customers where stripe_customer_id = $1', [customerId])).length > 0
}

async function writeCustomer(
  sql: Sql,
  customerId: string,
  state: StripeState,
  readAt: string,
): Promise<string | null> {
  const [row] = await sql<{ user_id: string | null }>(
    `insert into customers (stripe_customer_id, user_id, email, intro_used_at, deleted_at, synced_from)
       values ($1, (select $2::uuid where not exists (select from customers where user_id = $2::uuid)),
         $3, $4, case when $5 then now() end, $6::timestamptz)
     on conflict (stripe_customer_id) do update set
       email = case when customers.forgotten_at is null then coalesce(excluded.email, customers.email) end,
       email_changed_at = case when lower(excluded.email) <> lower(customers.email)
         then date_trunc('milliseconds', now()) else customers.email_changed_at end,
       intro_used_at = least(excluded.intro_used_at, customers.intro_used_at),
       deleted_at = case when $5 then coalesce(customers.deleted_at, now()) end,
       -- A restored backup may lack the user, whom only a deletion of the account removes from Stripe's metadata.
       user_id = case when $5 or customers.forgotten_at is not null then customers.user_id
         else coalesce(customers.user_id, excluded.user_id) end,
       synced_from = excluded.synced_from
     returning user_id`,
    [customerId, state.userId, state.email, getIntroUsedAt(state.subscriptions), state.deleted, readAt],
  )
  return row?.user_id ?? null
}

async function writeSubscriptions(
  billing: Billing,
  sql: Sql,
  lease: Lease,
  { customerId, userId, state }: { customerId: string; userId: string | null; state: StripeState },
): Promise<void> {
  // Of several live memberships, only the first gets the user: the database allows one for each user.
  const [primary] = rankLiveSubscriptions(state, getAccessRules(billing))
  const rows = state.subscriptions.map((subscription) => ({
    ...toMirrored(subscription, state.openInvoices),
    ...getFees(subscription, null),
    isRenewing: isRenewing(subscription),
  }))
  // The primary membership is written last, after the other live rows have released the user in the unique index.
  rows.sort((a, b) => Number(a.id === primary?.id) - Number(b.id === primary?.id))
  await sql(
    `update subscriptions set status = 'canceled', ended_at = coalesce(ended_at, now()), version = $2,
       next_amount = null, next_fee = null, amount_due = null, synced_at = now()
     where stripe_customer_id = $1 and version <= $2 and stripe_subscription_id <> all ($3)
       and status <> 'incomplete_expired'`,
    [customerId, lease.token, rows.map(({ id }) => id)],
  )
  for (const row of rows) {
    await sql(
      `insert into subscriptions (
         stripe_subscription_id, stripe_customer_id, user_id, status, tier, current_period_end,
         cancel_at_period_end, cancel_at, ended_at, past_due_since, currency, started_at, version, fee,
         intro_ends_at, pause_ends_at, amount_due, canceled_at, price, paused_at, synced_at
       ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $17, $18, $19, $20,
         case when $4 = 'paused' then $21::timestamptz end, now())
       on conflict (stripe_subscription_id) do update set
         user_id = excluded.user_id, status = excluded.status, tier = excluded.tier,
         current_period_end = excluded.current_period_end,
         cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
         ended_at = excluded.ended_at, past_due_since = excluded.past_due_since,
         next_amount = case when $16 and subscriptions.current_period_end is not distinct from excluded.current_period_end
           then subscriptions.next_amount end,
         next_fee = case when $16 and subscriptions.current_period_end is not distinct from excluded.current_period_end
           then subscriptions.next_fee end,
         currency = excluded.currency, fee = coalesce(excluded.fee, subscriptions.fee),
         intro_ends_at = excluded.intro_ends_at, pause_ends_at = excluded.pause_ends_at,
         amount_due = excluded.amount_due, canceled_at = excluded.canceled_at, price = excluded.price,
         paused_at = case when excluded.status = 'paused' then coalesce(subscriptions.paused_at, excluded.paused_at) end,
         started_at = excluded.started_at,
         version = excluded.version, synced_at = excluded.synced_at
       where subscriptions.version <= excluded.version`,
      [
        row.id,
        customerId,
        isLive(row.status) && row.id !== primary?.id ? null : userId,
        row.status,
        row.tier,
        row.currentPeriodEnd,
        row.cancelAtPeriodEnd,
        row.cancelAt,
        row.endedAt,
        row.pastDueSince,
        row.currency,
        row.startedAt,
        lease.token,
        row.fee,
        row.introEndsAt,
        row.isRenewing,
        row.pauseEndsAt,
        row.amountDue,
        row.canceledAt,
        row.price,
        billing.now(),
      ],
    )
  }
}
