import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { type Lease, withLease } from '@/lib/database/lease'
import type { Billing } from './context'
import { cancelDuplicates, otherMemberships, type Run } from './duplicates'
import { isLive } from './entitlement'
import { feesOf } from './fees'
import { closeCheckoutsOf } from './introductions'
import { writeNextInvoices } from './nextInvoices'
import { dateOf } from './stripe'
import {
  introUsedAt,
  isRenewing,
  liveOf,
  mirrorOf,
  rankLive,
  readStripeState,
  type StripeState,
} from './stripeState'

/** Somebody else has taken the lease over since: what we read may be old. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

type SyncOptions = {
  /** Events that are carried out by this, recorded when all is done, so that one that fails comes again. */
  events?: readonly Stripe.Event[]
  /** How long to wait for others who work on the customer. Milliseconds. */
  timeoutMs?: number
  /** The run that this is part of, which may cancel only so much. */
  run?: Run
}

/**
 * Makes the mirror of a customer what Stripe says now: the only writer of subscriptions. Whatever order events come
 * in, and however often, the last one leaves what Stripe has.
 *
 * @throws LeaseBusy, LeaseLost, or what Stripe and Postgres throw; then it has to be done again
 */
export async function syncCustomer(
  billing: Billing,
  customerId: string,
  { events = [], timeoutMs, run = { cancelled: 0 } }: SyncOptions = {},
): Promise<void> {
  const asked = await moment(billing.database.sql)
  const others = await withLease(
    billing.database,
    `customer:${customerId}`,
    (lease) => syncUnderLease(billing, lease, { customerId, asked, run }),
    timeoutMs === undefined ? {} : { timeoutMs },
  )
  for (const other of others) await syncCustomer(billing, other, { run })
  if (events.length === 0) return
  await billing.database.transaction(async (sql) => {
    for (const event of events) await record(sql, event, customerId)
  })
}

/** Now, by the database's clock, which all servers share; exact to the microsecond, unlike a Date. */
async function moment(sql: Sql): Promise<string> {
  const [row] = await sql<{ now: string }>('select clock_timestamp()::text as now')
  return row?.now ?? ''
}

type Task = {
  customerId: string
  /** When the look was asked for: one that began later has seen whatever happened before. */
  asked: string
  run: Run
}

/** Two purchases of one person may be written at once, each unaware of the other, so it looks again afterwards. */
async function syncUnderLease(
  billing: Billing,
  lease: Lease,
  { customerId, asked, run }: Task,
): Promise<string[]> {
  const { stripe, database } = billing
  if (await isSyncedSince(database.sql, customerId, asked)) return []
  let from = await moment(database.sql)
  let state = await readStripeState(stripe, customerId)
  for (let round = 0; ; round += 1) {
    const isRefunded = await cancelDuplicates(billing, customerId, state, run)
    if (isRefunded) {
      from = await moment(database.sql)
      state = await readStripeState(stripe, customerId)
    }
    await database.transaction((sql) => write(billing, sql, lease, { customerId, state, from }))
    if (state.email && (isRefunded || introUsedAt(state.subscriptions)))
      await closeCheckoutsOf(billing, state.email, customerId, isRefunded ? 'all' : 'introductory')
    const { isSurplus, surplus } = await otherMemberships(billing, customerId, state)
    if (isSurplus && round < 2) continue
    await writeNextInvoices(billing, lease, { customerId, subscriptions: state.subscriptions })
    return surplus
  }
}

/** Many events of one purchase come at once: whoever has waited for another look need not look again. */
async function isSyncedSince(sql: Sql, customerId: string, asked: string): Promise<boolean> {
  const rows = await sql(
    'select from customers where stripe_customer_id = $1 and synced_from > $2::timestamptz',
    [customerId, asked],
  )
  return rows.length > 0
}

/** What is written: what Stripe said when asked at a moment. */
type Reading = { customerId: string; state: StripeState; from: string }

async function write(
  billing: Billing,
  sql: Sql,
  lease: Lease,
  { customerId, state, from }: Reading,
): Promise<void> {
  const [current] = await sql<{ token: string }>('select token from leases where key = $1 for update', [
    lease.key,
  ])
  if (Number(current?.token) !== lease.token) throw new LeaseLost(lease.key)
  if (state.subscriptions.length === 0 && !(await isKnown(sql, customerId))) return
  const userId = await writeCustomer(sql, customerId, state, from)
  const introduced = introUsedAt(state.subscriptions)
  if (introduced && state.email) {
    await sql('insert into introductions (address_hash, given_at) values ($1, $2) on conflict do nothing', [
      billing.addressHash(state.email),
      introduced,
    ])
  }
  await writeSubscriptions(billing, sql, lease, { customerId, userId, state })
  if (!userId && state.email && liveOf(state.subscriptions).length > 0) {
    // An address that was corrected at Stripe gets a mail of its own, and the link in the first one dies.
    await sql(
      `insert into claims (stripe_customer_id, email) values ($1, $2)
       on conflict (stripe_customer_id) do update
         set email = excluded.email, nonce = null, requested_at = date_trunc('milliseconds', clock_timestamp())
         where claims.claimed_at is null and lower(claims.email) <> lower(excluded.email)`,
      [customerId, state.email],
    )
  }
}

/** Records an event as carried out, and what a buyer agreed to in Checkout. A second time changes nothing. */
export async function record(sql: Sql, event: Stripe.Event, customerId: string): Promise<void> {
  await sql(
    `insert into stripe_events (id, type, stripe_customer_id, created_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [event.id, event.type, customerId, dateOf(event.created)],
  )
  if (event.type === 'checkout.session.completed')
    await recordAgreement(sql, event.data.object, customerId, event.created)
}

/**
 * Records that a buyer has agreed to the terms in a completed checkout, and which customer that is. A second time
 * changes nothing.
 *
 * @param at - when, in seconds since 1970
 */
export async function recordAgreement(
  sql: Sql,
  { id, consent }: Stripe.Checkout.Session,
  customerId: string,
  at: number,
): Promise<void> {
  await sql(
    `update consents set stripe_customer_id = $2, agreed_at = coalesce(agreed_at, $3), address_hash = null
     where stripe_session_id = $1`,
    [id, customerId, consent?.terms_of_service === 'accepted' ? dateOf(at) : null],
  )
}

/** Whether an event was carried out before. */
export async function isRecorded(sql: Sql, { id }: Stripe.Event): Promise<boolean> {
  return (await sql('select from stripe_events where id = $1', [id])).length > 0
}

/** Whether a customer of the account has anything to do with the site. */
export async function isKnown(sql: Sql, customerId: string): Promise<boolean> {
  return (await sql('select from customers where stripe_customer_id = $1', [customerId])).length > 0
}

async function writeCustomer(
  sql: Sql,
  customerId: string,
  state: StripeState,
  from: string,
): Promise<string | null> {
  const [row] = await sql<{ user_id: string | null }>(
    `insert into customers (stripe_customer_id, user_id, email, intro_used_at, deleted_at, synced_from)
       values ($1, (select $2::uuid where not exists (select from customers where user_id = $2::uuid)),
         $3, $4, case when $5 then now() end, $6::timestamptz)
     on conflict (stripe_customer_id) do update set
       email = case when customers.forgotten_at is null then coalesce(excluded.email, customers.email) end,
       intro_used_at = least(excluded.intro_used_at, customers.intro_used_at),
       deleted_at = case when $5 then coalesce(customers.deleted_at, now()) end,
       synced_from = excluded.synced_from
     returning user_id`,
    [customerId, state.userId, state.email, introUsedAt(state.subscriptions), state.deleted, from],
  )
  return row?.user_id ?? null
}

async function writeSubscriptions(
  { now, graceDays }: Billing,
  sql: Sql,
  lease: Lease,
  { customerId, userId, state }: { customerId: string; userId: string | null; state: StripeState },
): Promise<void> {
  // Of several that could not be cancelled, the first is the user's: no user has two memberships.
  const [first] = rankLive(state, { now: now(), graceDays })
  const rows = state.subscriptions.map((subscription) => ({
    ...mirrorOf(subscription, state.unpaidSince),
    ...feesOf(subscription, null),
    isRenewing: isRenewing(subscription),
  }))
  // Rows that leave the user free the unique index before the row that takes it is written.
  rows.sort((a, b) => Number(a.id === first?.id) - Number(b.id === first?.id))
  await sql(
    `update subscriptions set status = 'canceled', ended_at = coalesce(ended_at, now()), version = $2,
       next_amount = null, next_fee = null, synced_at = now()
     where stripe_customer_id = $1 and version <= $2 and stripe_subscription_id <> all ($3)
       and status <> 'incomplete_expired'`,
    [customerId, lease.token, rows.map(({ id }) => id)],
  )
  for (const row of rows) {
    await sql(
      `insert into subscriptions (
         stripe_subscription_id, stripe_customer_id, user_id, status, tier, current_period_end,
         cancel_at_period_end, cancel_at, ended_at, past_due_since, currency, started_at, version, fee,
         intro_ends_at, synced_at
       ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())
       on conflict (stripe_subscription_id) do update set
         user_id = excluded.user_id, status = excluded.status, tier = excluded.tier,
         current_period_end = excluded.current_period_end,
         cancel_at_period_end = excluded.cancel_at_period_end, cancel_at = excluded.cancel_at,
         ended_at = excluded.ended_at, past_due_since = excluded.past_due_since,
         next_amount = case when $16 then subscriptions.next_amount end,
         next_fee = case when $16 then subscriptions.next_fee end,
         currency = excluded.currency, fee = coalesce(excluded.fee, subscriptions.fee),
         intro_ends_at = excluded.intro_ends_at, started_at = excluded.started_at,
         version = excluded.version, synced_at = excluded.synced_at
       where subscriptions.version <= excluded.version`,
      [
        row.id,
        customerId,
        isLive(row.status) && row.id !== first?.id ? null : userId,
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
      ],
    )
  }
}
