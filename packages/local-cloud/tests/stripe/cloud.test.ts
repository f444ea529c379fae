import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { until } from '../../testing/stripeAccount.ts'
import { type Receiver, startReceiver, subscribeNewCustomer } from '../support/stripe.ts'

/** Starts a local cloud with a webhook endpoint on the site, optionally with the data and ports of an earlier cloud. */
const startCloud = (earlier?: { dataDir: string; portBase: number }) =>
  startLocalCloud({
    ...(earlier && { dataDir: earlier.dataDir, portBase: earlier.portBase }),
    siteOrigin: new URL(site.url).origin,
    cloud: { stripeWebhook: { path: '/hook', events: ['*'] } },
  })

let site: Receiver
let cloud: RunningCloud
beforeAll(async () => {
  site = await startReceiver(new Stripe('sk_test_unused'))
  cloud = await startCloud()
  site.secret = String(cloud.env.STRIPE_WEBHOOK_SECRET)
})
afterAll(async () => {
  await cloud.remove()
  await site.close()
})

function createStripeClient(): Stripe {
  const { hostname, port } = new URL(String(cloud.env.STRIPE_API_ORIGIN))
  return new Stripe(String(cloud.env.STRIPE_SECRET_KEY), {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
}

async function subscribe(): Promise<{ customer: string; subscription: string }> {
  const { customer, subscription } = await subscribeNewCustomer(createStripeClient())
  return { customer, subscription: subscription.id }
}

/** Lists the types of the received events about a subscription. */
const listEventTypes = (subscription: string) =>
  site.events
    .filter(({ data }) => 'id' in data.object && data.object.id === subscription)
    .map(({ type }) => type)

test('delivers events to the site, signed with the secret in cloud.env', async () => {
  expect(site.secret).toMatch(/^whsec_/)
  const { data } = await createStripeClient().webhookEndpoints.list()
  expect(data).toMatchObject([{ url: site.url, status: 'enabled' }])
  const { subscription } = await subscribe()
  await until(() => listEventTypes(subscription).length === 2)
  expect(listEventTypes(subscription).sort()).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
  ])
})

test('retains acknowledged writes and pending deliveries when the process is killed', async () => {
  site.statuses = Array.from({ length: 50 }, () => 503)
  const { subscription } = await subscribe()
  await until(() => site.requests.length > 0)
  await cloud.kill()
  site.statuses = []
  cloud = await startCloud(cloud)
  expect((await createStripeClient().subscriptions.retrieve(subscription)).status).toBe('active')
  expect((await createStripeClient().webhookEndpoints.list()).data).toHaveLength(1)
  await until(() => listEventTypes(subscription).includes('customer.subscription.updated'))
})
