import type Stripe from 'stripe'
import { z } from 'zod'
import { RequestProblem } from '@/lib/api/problem'
import type { Billing } from './context'
import { handledEvents } from './events'
import { isMembership, isSiteCheckout } from './membershipProduct'
import { isMirroredCustomer } from './mirror/mirror'
import { enqueue } from './queue'
import { settleCustomer } from './settle'
import { getId } from './stripe'

/** Requires an event's object, from which the site reads ids and metadata. */
const eventSchema = z.object({ data: z.object({ object: z.object({}) }) })

/**
 * Processes a Stripe webhook. Uses only ids and metadata from the event's object: the mirror is written from Stripe's
 * current state, so the order of events does not matter, and duplicates are harmless.
 *
 * @param body - the raw body of the request
 * @returns the id of the processed customer; undefined for an event that is ignored or was processed before
 * @throws RequestProblem 400 when the signature, the event or its mode is wrong
 */
export async function receiveWebhook(
  billing: Billing,
  body: string,
  signature: string,
  secret: string,
): Promise<string | undefined> {
  let event: Stripe.Event
  try {
    event = billing.stripe.webhooks.constructEvent(body, signature, secret)
  } catch (cause) {
    throw new RequestProblem(400, 'signature_invalid', { cause })
  }
  if (!eventSchema.safeParse(event).success) throw new RequestProblem(400, 'body_invalid')
  if (event.livemode !== billing.livemode) throw new RequestProblem(400, 'livemode_mismatch')
  if (!handledEvents.some((type) => type === event.type)) return undefined
  const { sql } = billing.database
  // The reconciliation also records events whose customers it could not process yet.
  const processed = await sql(
    `select from stripe_events e where id = $1
       and not exists (select from sync_queue q where q.stripe_customer_id = e.stripe_customer_id)`,
    [event.id],
  )
  const customer = processed.length === 0 && (await findSiteCustomer(billing, event))
  if (!customer) return undefined
  if (await settleCustomer(billing, customer, event)) await enqueue(sql, [customer])
  return customer
}

/** Finds an event's customer; undefined if it is not one of the site's. */
export async function findSiteCustomer(billing: Billing, event: Stripe.Event): Promise<string | undefined> {
  const customer = await findEventCustomer(billing.stripe, event)
  const { object } = event.data
  if (!customer) return undefined
  if (object.object === 'subscription' && isMembership(object)) return customer
  if (object.object === 'checkout.session' && isSiteCheckout(object)) return customer
  return (await isMirroredCustomer(billing.database.sql, customer)) ? customer : undefined
}

/** Finds an event's customer; undefined if it has none. A dispute refers only to its charge. */
async function findEventCustomer(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  if (event.type === 'customer.updated' || event.type === 'customer.deleted') return event.data.object.id
  if (event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed')
    return getId((await stripe.charges.retrieve(getId(event.data.object.charge))).customer)
  const { object } = event.data
  return 'customer' in object ? getId(object.customer) : undefined
}
