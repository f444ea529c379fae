import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startStripeAccount, until } from '../../testing/stripeAccount.ts'
import { catchStripeError, type Receiver, startReceiver } from '../support/stripe.ts'

const account = await startStripeAccount()
const { stripe } = account
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver(stripe)
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['customer.created', 'customer.updated'],
    api_version: '2026-10-28.endive',
  })
  receiver.secret = String(endpoint.secret)
})
afterEach(async () => {
  account.webhooks.changeFault({ drop: 0, delayMs: 0, duplicate: false })
  for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.del(id)
  await receiver.close()
})
afterAll(() => account.close())

/** Lists the customers' names in the received events. */
const listNames = () => receiver.events.map((event) => 'name' in event.data.object && event.data.object.name)

test('delivers a signed event that contains the created object', async () => {
  const created = await stripe.customers.create({ name: 'Sent' }, { idempotencyKey: 'sent' })
  await until(() => receiver.events.length === 1)
  const [event] = receiver.events
  expect(event).toMatchObject({
    object: 'event',
    type: 'customer.created',
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id: created.id, name: 'Sent' } },
    request: { id: created.lastResponse.requestId, idempotency_key: 'sent' },
    pending_webhooks: 1,
  })
  await until(async () => (await stripe.events.list()).data[0]?.pending_webhooks === 0)
})

test('delivers only the events that an endpoint selects, and none while it is disabled', async () => {
  await stripe.products.create({ name: 'Silent' })
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  expect(endpoint?.secret).toBeUndefined()
  await stripe.webhookEndpoints.update(String(endpoint?.id), { disabled: true })
  await stripe.customers.create({ name: 'Missed' })
  await stripe.webhookEndpoints.update(String(endpoint?.id), { disabled: false })
  await stripe.customers.create({ name: 'Received' })
  await until(() => receiver.events.length > 0)
  expect(listNames()).toEqual(['Received'])
})

test('rejects an endpoint on another machine', async () => {
  const url = 'https://example.com/hook'
  const error = await catchStripeError(stripe.webhookEndpoints.create({ url, enabled_events: ['*'] }))
  expect(error.statusCode).toBe(501)
})
