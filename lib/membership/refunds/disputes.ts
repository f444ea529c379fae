import type Stripe from 'stripe'
import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { endMembership } from '../endings'
import { endedStatuses } from '../mirror/entitlement'
import { isRenewing, listMemberships } from '../mirror/stripeState'
import { enqueue, processRows, type Queue, type QueueRow, selectQueueRow } from '../queue'
import { getId } from '../stripe'

type DisputeRow = QueueRow & { id: string; customer: string }

const queue: Queue = {
  table: 'disputes',
  key: ['stripe_dispute_id'],
  describe: ({ key }) => `dispute ${key[0]}: processing`,
}

/** Enqueues the dispute of an event. Events of other types change nothing. */
export async function enqueueDispute(sql: Sql, event: Stripe.Event, customer: string): Promise<void> {
  if (event.type !== 'charge.dispute.created' && event.type !== 'charge.dispute.closed') return
  await sql(
    `insert into disputes (stripe_dispute_id, stripe_customer_id) values ($1, $2)
     on conflict (stripe_dispute_id) do update set settled_at = null, next_attempt_at = now()`,
    [event.data.object.id, customer],
  )
}

/**
 * Processes the disputes that are due, some at a time. An open dispute stops the renewal of its membership, a lost one
 * ends the membership; an inquiry changes nothing. Each is reported to an operator, who responds at Stripe. A failure is
 * stored with its error and retried. Safe to repeat.
 *
 * @param customer - limits the disputes to this customer
 */
export async function processDisputes(billing: Billing, customer?: string): Promise<void> {
  const { sql } = billing.database
  const rows = await sql<DisputeRow>(
    `select ${selectQueueRow(queue, 'd')}, stripe_dispute_id as id, stripe_customer_id as customer from disputes d
      where settled_at is null and next_attempt_at <= now() and ($1::text is null or stripe_customer_id = $1)
      order by next_attempt_at limit 20`,
    [customer ?? null],
  )
  await processRows(sql, queue, rows, async (row) => ({
    set: 'status = $1, settled_at = now()',
    values: [await processDispute(billing, row)],
  }))
}

/** @returns the status at Stripe that was processed */
async function processDispute({ stripe, database }: Billing, { id, customer }: DisputeRow): Promise<string> {
  const { status, payment_intent } = await stripe.disputes.retrieve(id)
  const membership = payment_intent && (await findPaidMembership(stripe, customer, getId(payment_intent)))
  const isInquiry = status.startsWith('warning_')
  const isOpen = status === 'needs_response' || status === 'under_review'
  let consequence = 'nothing was changed'
  if (membership && status === 'lost' && !endedStatuses.includes(membership.status)) {
    await endMembership(stripe, membership)
    consequence = `${membership.id} was ended`
  } else if (membership && isOpen && isRenewing(membership)) {
    await stripe.subscriptions.update(membership.id, { cancel_at_period_end: true })
    consequence = `${membership.id} no longer renews`
  }
  await enqueue(database.sql, [customer])
  log.error(
    'billing',
    `ALERT: ${isInquiry ? 'inquiry' : 'dispute'} ${id} of ${customer} is ${status}; ${consequence}: see docs/runbook.md.`,
  )
  return status
}

/** Finds the membership of a payment; undefined when the payment was for something else. */
async function findPaidMembership(
  stripe: Stripe,
  customer: string,
  paymentIntent: string,
): Promise<Stripe.Subscription | undefined> {
  for (const membership of await listMemberships(stripe, customer)) {
    const filter = { subscription: membership.id, limit: 100, expand: ['data.payments'] }
    for await (const { payments } of stripe.invoices.list(filter))
      if (payments?.data.some(({ payment }) => getId(payment.payment_intent) === paymentIntent))
        return membership
  }
  return undefined
}
