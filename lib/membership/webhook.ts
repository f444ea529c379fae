import type Stripe from 'stripe'
import { z } from 'zod'
import { RequestProblem } from '@/lib/api/problem'
import type { Sql } from '@/lib/database/database'
import type { Billing } from './context'
import { handledEvents } from './events'
import { isMembership, isSiteCheckout } from './membershipProduct'
import { isMirroredCustomer, isRecorded } from './mirror/mirror'
import { processCustomer } from './processCustomer'
import { enqueueDispute, processDisputes } from './refunds/disputes'
import { getId } from './stripe'

/** The fields of an event that every handler reads. The SDK checks only the signature. */
const eventSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  created: z.number(),
  data: z.looseObject({ object: z.looseObject({}) }),
})

const handledTypes: ReadonlySet<string> = new Set(handledEvents)

/**
 * Processes a Stripe webhook. Of the event's object, only ids, metadata and a checkout's consent are used.
 * The mirror is written from Stripe's current state, so the order of events and duplicates do not matter.
 *
 * @param body - the exact body of the request
 * @returns the processed customer; undefined for an event that is ignored or was processed before
 * @throws RequestProblem 400 when the signature, the event or its mode is wrong; after any other error Stripe should
 * retry
 */
export async function receiveWebhook(
  billing: Billing,
  body: string,
  signature: string,
  secret: string,
): Promise<string | undefined> {
  const event = verifyEvent(billing.stripe, body, signature, secret)
  if (!eventSchema.safeParse(event).success) throw new RequestProblem(400, 'body_invalid')
  if (event.livemode !== billing.livemode) throw new RequestProblem(400, 'livemode_mismatch')
  if (!handledTypes.has(event.type)) return undefined
  if (await isRecorded(billing.database.sql, event)) return undefined
  const customer = await findEventCustomer(billing.stripe, event)
  if (!customer || !(await isSiteEvent(billing.database.sql, event, customer))) return undefined
  if (event.type.startsWith('charge.dispute.')) {
    await enqueueDispute(billing.database.sql, event, customer)
    await processDisputes(billing, customer)
  }
  await processCustomer(billing, customer, { events: [event] })
  return customer
}

/** Whether an event is about a membership, checkout or customer of the site. The account may sell other products. */
export async function isSiteEvent(sql: Sql, { data }: Stripe.Event, customer: string): Promise<boolean> {
  const { object } = data
  if (object.object === 'subscription' && isMembership(object)) return true
  if (object.object === 'checkout.session' && isSiteCheckout(object)) return true
  return isMirroredCustomer(sql, customer)
}

function verifyEvent(stripe: Stripe, body: string, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret)
  } catch (cause) {
    throw new RequestProblem(400, 'signature_invalid', { cause })
  }
}

/** Finds the customer of an event; undefined without one. A dispute names only its charge. */
export async function findEventCustomer(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  if (event.type === 'customer.updated' || event.type === 'customer.deleted') return event.data.object.id
  if (event.type === 'charge.dispute.created' || event.type === 'charge.dispute.closed') {
    const charge = getId(event.data.object.charge)
    return charge ? getId((await stripe.charges.retrieve(charge)).customer) : undefined
  }
  const { object } = event.data
  return 'customer' in object ? getId(object.customer) : undefined
}
