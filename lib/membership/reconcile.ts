import type Stripe from 'stripe'
import type { Billing } from './context'
import { endedStatuses } from './entitlement'
import { handledEvents } from './events'
import { isRecorded, recordEvent, syncCustomer } from './mirror'
import { idOf } from './stripe'
import { customerOf } from './webhook'

/** Stripe lists events of the last 30 days; a day less leaves room for a slow run. Milliseconds. */
const eventsReachBack = 29 * 86_400_000
/** Events may become visible a little after their time. Seconds. */
const overlap = 600

/** What a reconciliation did. */
export type Reconciliation = {
  /** How it looked: by events since the last time, or through all subscriptions. */
  by: 'events' | 'subscriptions'
  /** Customers whose mirror was made new. */
  customers: number
}

/**
 * Finds what webhooks have missed: asks Stripe for the events since the last time, or, beyond the 30 days that those
 * reach back, for all subscriptions, and makes the mirror of each customer new. Safe to repeat and to run twice at
 * once.
 *
 * @throws when anything failed; the next run starts where this one started
 */
export async function reconcile(billing: Billing): Promise<Reconciliation> {
  const { database } = billing
  const [cursor] = await database.sql<{ position: Date }>(
    `select position from reconcile_cursors where name = 'events'`,
  )
  const reaches = cursor && billing.now().getTime() - cursor.position.getTime() < eventsReachBack
  const result = reaches ? await byEvents(billing, cursor.position) : await bySubscriptions(billing)
  await database.sql(`delete from rate_limits where window_start < now() - interval '2 days'`)
  await database.sql(
    `delete from leases where holder is null and expires_at < now() - interval '2 days' and key like 'buyer:%'`,
  )
  return result
}

async function byEvents(billing: Billing, since: Date): Promise<Reconciliation> {
  const { stripe, database } = billing
  const byCustomer = new Map<string, Stripe.Event[]>()
  let newest = Math.floor(since.getTime() / 1000)
  for await (const event of stripe.events.list({
    created: { gte: newest - overlap },
    types: [...handledEvents],
    limit: 100,
  })) {
    newest = Math.max(newest, event.created)
    if (await isRecorded(database.sql, event)) continue
    const customer = await customerOf(stripe, event)
    if (customer) byCustomer.set(customer, [...(byCustomer.get(customer) ?? []), event])
    else await recordEvent(database.sql, event, null)
  }
  for (const [customer, events] of byCustomer) await syncCustomer(billing, customer, { events })
  await moveCursor(billing, newest)
  return { by: 'events', customers: byCustomer.size }
}

async function bySubscriptions(billing: Billing): Promise<Reconciliation> {
  const { stripe, database } = billing
  const [latest] = (await stripe.events.list({ limit: 1 })).data
  const over = await database.sql<{ id: string }>(
    'select stripe_subscription_id as id from subscriptions where status = any ($1)',
    [endedStatuses],
  )
  // What has ended changes no more, and there is ever more of it.
  const settled = new Set(over.map(({ id }) => id))
  const customers = new Set<string>()
  for await (const { id, status, customer } of stripe.subscriptions.list({ status: 'all', limit: 100 })) {
    if (settled.has(id) && endedStatuses.includes(status)) continue
    const owner = idOf(customer)
    if (owner) customers.add(owner)
  }
  const mirrored = await database.sql<{ id: string }>(
    'select distinct stripe_customer_id as id from subscriptions where status <> all ($1)',
    [endedStatuses],
  )
  for (const { id } of mirrored) customers.add(id)
  for (const customer of customers) await syncCustomer(billing, customer)
  await moveCursor(billing, latest?.created ?? Math.floor(billing.now().getTime() / 1000))
  return { by: 'subscriptions', customers: customers.size }
}

async function moveCursor({ database }: Billing, seconds: number): Promise<void> {
  await database.sql(
    `insert into reconcile_cursors (name, position) values ('events', to_timestamp($1))
     on conflict (name) do update set position = excluded.position, updated_at = now()`,
    [seconds],
  )
}
