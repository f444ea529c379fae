import { afterEach, expect, test } from 'vitest'
import { type StripeAccount, startStripeAccount } from '../../testing/stripeAccount.ts'
import { createOffer } from '../support/stripe.ts'

const accounts: StripeAccount[] = []
afterEach(async () => {
  for (const account of accounts.splice(0)) await account.close()
})

/** Creates subscriptions in a new account. Returns the event types of each creation in the order of the event list. */
async function listEventTypes(seed: number, count: number): Promise<string[][]> {
  const account = await startStripeAccount({ seed })
  accounts.push(account)
  const { stripe } = account
  const { price } = await createOffer(stripe)
  const lists: string[][] = []
  while (lists.length < count) {
    const { id: customer } = await stripe.customers.create({})
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const { lastResponse } = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: method.id,
    })
    const { data } = await stripe.events.list({ limit: 30 })
    lists.push(data.filter(({ request }) => request?.id === lastResponse.requestId).map(({ type }) => type))
  }
  return lists
}

// https://docs.stripe.com/webhooks#event-ordering
test('lists the events of each request in another order', async () => {
  const lists = await listEventTypes(1, 4)
  for (const list of lists) {
    expect([...list].sort()).toEqual([
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
    ])
  }
  expect(new Set(lists.map(String)).size).toBeGreaterThan(1)
})

test('repeats the order of events with the same seed', async () => {
  const lists = await listEventTypes(7, 1)
  expect(await listEventTypes(7, 1)).toEqual(lists)
  expect(await listEventTypes(8, 1)).not.toEqual(lists)
})
