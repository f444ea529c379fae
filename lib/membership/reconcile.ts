import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'
import { mailAlerts } from './alerts'
import type { Billing } from './context'
import { handledEvents } from './events'
import { enqueueBeforeNotices, sendMails } from './mail/dueMails'
import { isMembership } from './membershipProduct'
import { alertUnopenedPurchases, checkAccounts } from './mirror/accounts'
import { endedStatuses, liveStatuses } from './mirror/entitlement'
import { recordEvent } from './mirror/mirror'
import { enqueue, processRows, type Queue, type QueueRow, selectQueueRow } from './queue'
import { settleCustomer } from './settle'
import { getId } from './stripe'
import { findSiteCustomer } from './webhook'

/** Stripe lists events from the last 30 days. One day less leaves room for a slow run. */
const maxEventAgeMs = 29 * 86_400_000
/** The maximum delay before an event appears in Stripe's list. */
const overlapSeconds = 600
/** How long one run processes customers; the next run continues. */
const processingBudgetMs = 45_000
/** How long one run sends emails. */
const mailsBudgetMs = 25_000

const customerQueue: Queue = {
  table: 'sync_queue',
  key: ['stripe_customer_id'],
  describe: ({ key }) => `queue: processing ${key[0]}`,
}

/**
 * Finds changes that webhooks missed. Reads Stripe's events since the last run; on the first run, or if Stripe does not
 * list those events anymore, reads all memberships. Processes the due customers, sends the due emails and alerts, and
 * deletes expired rows. A failed step is logged, and later steps still run. Safe to repeat and to run concurrently.
 *
 * @returns the source of the changes, if it was read; the numbers of customers that were processed, that could not be
 * processed, and that remain for the next run; and the number of sent emails
 * @throws only when the database does not respond
 */
export async function reconcile(billing: Billing) {
  const { sql } = billing.database
  const untilMs = Date.now() + processingBudgetMs
  const by = await runStep('finding customers', () => enqueueChangedCustomers(billing))
  await enqueueBeforeNotices(billing)
  // Customers that are enqueued after this query belong to the next run.
  const due = await sql<QueueRow & { id: string }>(
    `select ${selectQueueRow(customerQueue, 'q')}, stripe_customer_id as id from sync_queue q
      where next_attempt_at <= now() order by next_attempt_at, stripe_customer_id`,
  )
  const processOne = async ({ id }: { id: string }) => {
    const failure = await settleCustomer(billing, id)
    if (failure) throw failure
    return 'deleted' as const
  }
  const { settled, failures, remaining } = await processRows(sql, customerQueue, due, processOne, untilMs)
  const mails = await runStep('sending emails', () =>
    sendMails(billing, { untilMs: Date.now() + mailsBudgetMs }),
  )
  await runStep('reading accounts', () => checkAccounts(billing))
  await runStep('finding unopened purchases', () => alertUnopenedPurchases(billing))
  await runStep('emailing alerts', () => mailAlerts(billing))
  await deleteExpiredRows(billing)
  return { by, customers: settled, failed: failures.length, left: remaining, mails: mails?.sent }
}

async function runStep<Result>(name: string, step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step()
  } catch (error) {
    log.error('billing', `reconcile: ${name} failed`, error)
    return undefined
  }
}

/**
 * Enqueues the customers whose state may have changed since the last run, and advances the cursor. Reads and records
 * the events since the cursor; without a cursor, or if it is too old, reads all subscriptions.
 */
async function enqueueChangedCustomers(billing: Billing): Promise<'events' | 'subscriptions'> {
  const { stripe, database, now } = billing
  const [cursor] = await database.sql<{ position: Date }>(
    `select position from reconcile_cursors where name = 'events'`,
  )
  if (!cursor || now().getTime() - cursor.position.getTime() >= maxEventAgeMs) {
    await enqueueBySubscriptions(billing)
    return 'subscriptions'
  }
  const siteEvents: { event: Stripe.Event; customer: string }[] = []
  let newest = Math.floor(cursor.position.getTime() / 1000)
  const created = { gte: newest - overlapSeconds }
  for await (const event of stripe.events.list({ created, types: [...handledEvents], limit: 100 })) {
    newest = Math.max(newest, event.created)
    const recorded = await database.sql('select from stripe_events where id = $1', [event.id])
    const customer = recorded.length === 0 && (await findSiteCustomer(billing, event))
    if (customer) siteEvents.push({ event, customer })
  }
  await database.transaction(async (sql) => {
    await enqueue(sql, [...new Set(siteEvents.map(({ customer }) => customer))])
    for (const { event, customer } of siteEvents) await recordEvent(sql, event, customer)
    await moveCursor(sql, newest)
  })
  return 'events'
}

/** Enqueues the customers of all memberships that may have changed, and moves the cursor. */
async function enqueueBySubscriptions({ stripe, database, now }: Billing): Promise<void> {
  const [latest] = (await stripe.events.list({ limit: 1 })).data
  const mirrored = await database.sql<{ id: string; customer: string; isEnded: boolean }>(
    `select stripe_subscription_id as id, stripe_customer_id as customer, status = any ($1) as "isEnded"
       from subscriptions`,
    [endedStatuses],
  )
  // Ended subscriptions do not change, and their number grows, so they are skipped.
  const endedIds = new Set(mirrored.flatMap(({ id, isEnded }) => (isEnded ? id : [])))
  const customers = new Set(mirrored.flatMap(({ customer, isEnded }) => (isEnded ? [] : customer)))
  for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: 100 }))
    if (isMembership(subscription) && !endedIds.has(subscription.id))
      customers.add(getId(subscription.customer))
  await database.transaction(async (sql) => {
    await enqueue(sql, [...customers])
    await moveCursor(sql, latest?.created ?? Math.floor(now().getTime() / 1000))
  })
}

async function moveCursor(sql: Sql, seconds: number): Promise<void> {
  await sql(
    `insert into reconcile_cursors (name, position) values ('events', to_timestamp($1))
     on conflict (name) do update set position = excluded.position, updated_at = now()`,
    [seconds],
  )
}

/**
 * Deletes expired rows, and the email hashes of consents after a day. Consents are stored for three years, or for one
 * year after the membership's end, whichever is longer: Cal. Bus. & Prof. Code § 17602(d).
 */
async function deleteExpiredRows({ database: { sql } }: Billing): Promise<void> {
  await sql(`delete from rate_limits where window_start < now() - interval '2 days'`)
  await sql(`delete from leases where holder is null and expires_at < now() - interval '2 days'`)
  await sql(`delete from stripe_events where created_at < now() - interval '35 days'`)
  await sql(
    `update consents set address_hash = null
     where address_hash is not null and shown_at < now() - interval '1 day'`,
  )
  await sql(
    `delete from consents where shown_at < now() - interval '3 years' and not exists (
       select from subscriptions where subscriptions.stripe_customer_id = consents.stripe_customer_id
         and (status = any ($1) or ended_at > now() - interval '1 year'))`,
    [liveStatuses],
  )
}
