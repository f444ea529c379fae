import type Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { type Account, startAccount, until } from '../../testing/stripeAccount.ts'
import { createOffer, type Receiver, startReceiver } from '../support/stripe.ts'

const open: (Account | Receiver)[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** An account with an order of its events, and a receiver of all of them. */
async function accountWith(seed: number) {
  const account = await startAccount({ seed })
  open.push(account)
  const receiver = await startReceiver(account.stripe)
  open.push(receiver)
  const endpoint = await account.stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['*'],
  })
  receiver.secret = String(endpoint.secret)
  const { price } = await createOffer(account.stripe)
  return { account, stripe: account.stripe, receiver, price }
}

type Shop = Awaited<ReturnType<typeof accountWith>>

/** Buys in one request. Returns the types of its events as delivered and as listed. */
async function bought({ stripe, receiver, price, account }: Shop) {
  const { id: customer } = await stripe.customers.create({})
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: method.id,
  })
  const ofCall = (events: Stripe.Event[]) =>
    events.filter(({ request }) => request?.id === made.lastResponse.requestId).map(({ type }) => type)
  await until(() => account.webhooks.pending?.() === 0)
  const { data } = await stripe.events.list({ limit: 30 })
  return { delivered: ofCall(receiver.events), listed: ofCall(data).reverse() }
}

async function purchases(shop: Shop, count: number) {
  const made: Awaited<ReturnType<typeof bought>>[] = []
  for (let index = 0; index < count; index += 1) made.push(await bought(shop))
  return made
}

// https://docs.stripe.com/webhooks#event-ordering
test('the events of a request are delivered once each, in changing orders other than that of the list', async () => {
  const made = await purchases(await accountWith(1), 6)
  const expected = [
    'charge.succeeded',
    'customer.subscription.created',
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
    'payment_intent.created',
    'payment_intent.succeeded',
  ]
  for (const { delivered, listed } of made) {
    expect([...delivered].sort()).toEqual(expected)
    expect([...listed].sort()).toEqual(expected)
  }
  const orders = (of: 'delivered' | 'listed') => new Set(made.map((one) => one[of].join()))
  expect(orders('delivered').size).toBeGreaterThan(1)
  expect(orders('listed').size).toBeGreaterThan(1)
  expect(made.some(({ delivered, listed }) => delivered.join() !== listed.join())).toBe(true)
})

test('the order is the same with the same seed', async () => {
  const made = await purchases(await accountWith(7), 1)
  expect(await purchases(await accountWith(7), 1)).toEqual(made)
  expect(await purchases(await accountWith(8), 1)).not.toEqual(made)
})
