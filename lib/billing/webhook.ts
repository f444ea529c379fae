import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/requestProblem'
import type { Billing } from './context'
import { noteEvent, syncCustomer } from './mirror'
import { idOf } from './stripe'
import { customerIn } from './stripeState'

/** What the endpoint listens to; anything else is acknowledged and left alone. */
export const handledEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'price.updated',
  'product.updated',
] as const satisfies Stripe.Event.Type[]

const handled: ReadonlySet<string> = new Set(handledEvents)

/**
 * Carries out a webhook of Stripe. Its content only says whose subscriptions to look at; what is written is what
 * Stripe says when asked, so order and duplicates do not matter.
 *
 * @param body - exactly the bytes that were received
 * @returns the customer that was looked at
 * @throws RequestProblem 400 when it is not Stripe's; anything else means that Stripe should send it again
 */
export async function receiveWebhook(
  billing: Billing,
  body: string,
  signature: string,
  secret: string,
): Promise<string | undefined> {
  const event = verified(billing.stripe, body, signature, secret)
  if (!handled.has(event.type)) return undefined
  const known = await billing.database.sql('select from stripe_events where id = $1', [event.id])
  if (known.length > 0) return undefined
  return carryOut(billing, event)
}

function verified(stripe: Stripe, body: string, signature: string, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature, secret)
  } catch (cause) {
    throw new RequestProblem(400, 'signature_invalid', { cause })
  }
}

async function carryOut(billing: Billing, event: Stripe.Event): Promise<string | undefined> {
  const customer = await customerOf(billing.stripe, event)
  if (customer) await syncCustomer(billing, customer, { events: [event] })
  else await noteEvent(billing.database.sql, event, null)
  return customer
}

/** The customer that an event is about; a dispute names only its charge. */
export async function customerOf(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  if (event.type !== 'charge.dispute.created') return customerIn(event)
  const charge = idOf(event.data.object.charge)
  return charge ? idOf((await stripe.charges.retrieve(charge)).customer) : undefined
}
