import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'
import { mailAlerts } from './alerts'
import type { Billing } from './context'
import { handledEvents } from './events'
import { enqueueBeforeNotices, sendMails } from './mail/dueMails'
import { isSiteCheckout, membershipProductId } from './membershipProduct'
import { alertUnopenedPurchases, checkAccounts } from './mirror/accounts'
import { endedStatuses, liveStatuses } from './mirror/entitlement'
import { isRecorded, recordAgreement, recordEvent } from './mirror/mirror'
import { processCustomer } from './processCustomer'
import { enqueue, processQueue } from './queue'
import { enqueueDispute, processDisputes } from './refunds/disputes'
import { getId } from './stripe'
import { findEventCustomer, isSiteEvent } from './webhook'

/** Stripe lists events of the last 30 days. One day less leaves room for a slow run. */
const maxEventAgeMs = 29 * 86_400_000
/** The maximum delay with which an event appears in Stripe's list. */
const overlapSeconds = 600
/** The length of the windows in which events are read. */
const windowSeconds = 86_400
/** How long one run processes customers; the next run continues. */
const processingBudgetMs = 45_000
/** How long one run sends emails. */
const mailsBudgetMs = 25_000

/** The result of a reconciliation. */
export type Reconciliation = {
  /** The source: events since the last run, all memberships, or nothing when reading them failed. */
  by: 'events' | 'subscriptions' | 'nothing'
  /** The numbers of customers that were processed, that failed, and that remain for the next run. */
  customers: number
  failed: number
  left: number
  /** The numbers of emails that were sent, and that failed. */
  mails: number
  mailsFailed: number
}

/**
 * Finds changes that webhooks missed. Reads Stripe's events since the last run; in the first run, or if Stripe does not
 * list those events any more, reads all memberships. Processes the due disputes and customers, sends the due emails and
 * alerts, and deletes expired rows. A failed step is logged, and the others continue. Safe to repeat and to run
 * concurrently.
 *
 * @throws only when the database does not respond
 */
export async function reconcile(billing: Billing): Promise<Reconciliation> {
  const untilMs = Date.now() + processingBudgetMs
  const by = await runStep(
    'reconcile: finding customers failed',
    () => enqueueChangedCustomers(billing, untilMs),
    'nothing' as const,
  )
  await runStep('reconcile: processing disputes failed', () => processDisputes(billing), undefined)
  await enqueueBeforeNotices(billing)
  const { processed, failed, remaining } = await processQueue(
    billing,
    (customer) => processCustomer(billing, customer),
    untilMs,
  )
  const { sent: mails, failures } = await runStep(
    'reconcile: sending emails failed',
    () => sendMails(billing, { untilMs: Date.now() + mailsBudgetMs }),
    { sent: 0, failures: [] },
  )
  await runStep('reconcile: reading accounts failed', () => checkAccounts(billing), undefined)
  await runStep(
    'reconcile: finding unopened purchases failed',
    () => alertUnopenedPurchases(billing),
    undefined,
  )
  await runStep('reconcile: mailing alerts failed', () => mailAlerts(billing), undefined)
  await deleteExpiredRows(billing)
  const mailsFailed = failures.length
  return { by, customers: processed, failed, left: remaining, mails, mailsFailed }
}

async function runStep<Result>(
  failureMessage: string,
  step: () => Promise<Result>,
  fallback: Result,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    log.error('billing', failureMessage, error)
    return fallback
  }
}

/** Enqueues the customers whose state may have changed since the last run. Returns the source. */
async function enqueueChangedCustomers(
  billing: Billing,
  untilMs: number,
): Promise<'events' | 'subscriptions'> {
  const [cursor] = await billing.database.sql<{ position: Date }>(
    `select position from reconcile_cursors where name = 'events'`,
  )
  const isCursorRecent = cursor && billing.now().getTime() - cursor.position.getTime() < maxEventAgeMs
  if (!isCursorRecent) {
    await enqueueBySubscriptions(billing)
    return 'subscriptions'
  }
  await enqueueByEvents(billing, cursor.position, untilMs)
  return 'events'
}

/**
 * Enqueues the customers of events since the cursor, window by window. The cursor moves with each window, so that the
 * next run continues after an interruption.
 *
 * @param untilMs - when to stop, by `Date.now()`; the next run continues
 */
async function enqueueByEvents(billing: Billing, cursorPosition: Date, untilMs: number): Promise<void> {
  const now = Math.floor(billing.now().getTime() / 1000)
  let windowStart = Math.floor(cursorPosition.getTime() / 1000)
  for (;;) {
    const isLast = windowStart + windowSeconds >= now
    const created = {
      gte: windowStart - overlapSeconds,
      ...(isLast ? {} : { lt: windowStart + windowSeconds }),
    }
    const newest = await enqueueWindow(billing, created, isLast ? windowStart : windowStart + windowSeconds)
    if (isLast || Date.now() > untilMs) return
    windowStart = newest
  }
}

/**
 * Enqueues the customers and disputes of the events in one window, records the events, and moves the cursor.
 *
 * @param minCursorSeconds - the cursor's new position after a window without newer events
 * @returns the cursor's new position. Seconds since 1970
 */
async function enqueueWindow(
  { stripe, database }: Billing,
  created: { gte: number; lt?: number },
  minCursorSeconds: number,
): Promise<number> {
  const siteEvents: { event: Stripe.Event; customer: string }[] = []
  let newest = minCursorSeconds
  for await (const event of stripe.events.list({ created, types: [...handledEvents], limit: 100 })) {
    newest = Math.max(newest, event.created)
    if (await isRecorded(database.sql, event)) continue
    const customer = await findEventCustomer(stripe, event)
    if (customer && (await isSiteEvent(database.sql, event, customer))) siteEvents.push({ event, customer })
  }
  await database.transaction(async (sql) => {
    await enqueue(sql, [...new Set(siteEvents.map(({ customer }) => customer))])
    for (const { event, customer } of siteEvents) {
      await enqueueDispute(sql, event, customer)
      await recordEvent(sql, event, customer)
    }
    await moveCursor(sql, newest)
  })
  return newest
}

/** Enqueues the customers of all memberships that may have changed, records missed consents, and moves the cursor. */
async function enqueueBySubscriptions(billing: Billing): Promise<void> {
  const { stripe, database } = billing
  const [latest] = (await stripe.events.list({ limit: 1 })).data
  const endedRows = await database.sql<{ id: string }>(
    'select stripe_subscription_id as id from subscriptions where status = any ($1)',
    [endedStatuses],
  )
  // Ended subscriptions do not change, and their number grows.
  const endedIds = new Set(endedRows.map(({ id }) => id))
  const customers = new Set<string>()
  for await (const { id: price } of stripe.prices.list({ product: membershipProductId, limit: 100 })) {
    for await (const { id, status, customer } of stripe.subscriptions.list({
      price,
      status: 'all',
      limit: 100,
    })) {
      if (endedIds.has(id) && endedStatuses.includes(status)) continue
      const customerId = getId(customer)
      if (customerId) customers.add(customerId)
    }
  }
  const mirrored = await database.sql<{ id: string }>(
    'select distinct stripe_customer_id as id from subscriptions where status <> all ($1)',
    [endedStatuses],
  )
  for (const { id } of mirrored) customers.add(id)
  const completed = await listCompletedCheckouts(stripe)
  await database.transaction(async (sql) => {
    await enqueue(sql, [...customers])
    for (const { session, customer, completedAtSeconds } of completed)
      await recordAgreement(sql, session, customer, completedAtSeconds)
    await moveCursor(sql, latest?.created ?? Math.floor(billing.now().getTime() / 1000))
  })
}

type CompletedCheckout = { session: Stripe.Checkout.Session; customer: string; completedAtSeconds: number }

/** Lists the completed checkouts of the site. A membership begins when its checkout is completed. */
async function listCompletedCheckouts(stripe: Stripe): Promise<CompletedCheckout[]> {
  const completed: CompletedCheckout[] = []
  for await (const session of stripe.checkout.sessions.list({
    status: 'complete',
    expand: ['data.subscription'],
    limit: 100,
  })) {
    const customer = getId(session.customer)
    if (!customer || !isSiteCheckout(session)) continue
    const { subscription } = session
    const begunAt = typeof subscription === 'object' ? subscription?.created : undefined
    completed.push({ session, customer, completedAtSeconds: begunAt ?? session.created })
  }
  return completed
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
 * after the membership's end, whichever is longer: Cal. Bus. & Prof. Code § 17602(d).
 */
async function deleteExpiredRows({ database: { sql } }: Billing): Promise<void> {
  await sql(`delete from rate_limits where window_start < now() - interval '2 days'`)
  // The lease of a mirrored customer stays, since its token is the version of the mirror; that of a guest who never
  // paid is deleted.
  await sql(
    `delete from leases where holder is null and expires_at < now() - interval '2 days'
       and (key like 'buyer:%' or key like 'customer:%' and not exists (
         select from customers where stripe_customer_id = substr(leases.key, 10)))`,
  )
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
