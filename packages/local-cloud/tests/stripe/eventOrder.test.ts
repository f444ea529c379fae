import { expect, onTestFinished, test } from 'vitest'
import { startStripeAccount } from '../../testing/stripeAccount.ts'
import { subscribeNewCustomer } from '../support/stripe.ts'

/** Creates subscriptions in a new account. Returns the event types of each creation in the order of the event list. */
async function createSubscriptions(seed: number, count: number): Promise<string[][]> {
  const account = await startStripeAccount({ seed })
  onTestFinished(() => account.close())
  const { stripe } = account
  const lists: string[][] = []
  while (lists.length < count) {
    const { requestId } = (await subscribeNewCustomer(stripe)).subscription.lastResponse
    const { data } = await stripe.events.list({ limit: 30 })
    lists.push(data.filter(({ request }) => request?.id === requestId).map(({ type }) => type))
  }
  return lists
}

// https://docs.stripe.com/webhooks#event-ordering
test('lists the events of identical requests in different orders', async () => {
  const lists = await createSubscriptions(1, 4)
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

test('lists events in the same order for the same seed', async () => {
  const lists = await createSubscriptions(7, 1)
  expect(await createSubscriptions(7, 1)).toEqual(lists)
  expect(await createSubscriptions(8, 1)).not.toEqual(lists)
})
