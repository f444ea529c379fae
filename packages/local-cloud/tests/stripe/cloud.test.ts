import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { daysToSeconds, until } from '../../testing/stripeAccount.ts'
import { createOffer, type Receiver, startReceiver } from '../support/stripe.ts'

/** A cloud whose Stripe has an endpoint on the site from the start. */
const start = (on?: { dataDir: string; portBase: number }) =>
  startLocalCloud({
    ...(on && { dataDir: on.dataDir, portBase: on.portBase }),
    siteOrigin: new URL(site.url).origin,
    cloud: { stripeWebhook: { path: '/hook', events: ['*'] } },
  })

let site: Receiver
let cloud: RunningCloud
beforeAll(async () => {
  site = await startReceiver(new Stripe('sk_test_unused'))
  cloud = await start()
  site.secret = String(cloud.env.STRIPE_WEBHOOK_SECRET)
})
afterAll(async () => {
  await cloud.remove()
  await site.close()
})

function connect(): Stripe {
  const { hostname, port } = new URL(String(cloud.env.STRIPE_API_ORIGIN))
  return new Stripe(String(cloud.env.STRIPE_SECRET_KEY), {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
}

/** Calls the control API; `body` makes it a POST. */
async function control(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${cloud.origin}/_control/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, ...(await response.json()) }
}

async function subscribe(email = 'cloud@example.com'): Promise<{ customer: string; subscription: string }> {
  const stripe = connect()
  const { price } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email })
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const created = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: method,
  })
  return { customer, subscription: created.id }
}

const listTypes = (subscription: string) =>
  site.events
    .filter(({ data }) => 'id' in data.object && data.object.id === subscription)
    .map(({ type }) => type)

test('delivers every event to the site, signed with the secret of cloud.env', async () => {
  expect(site.secret).toMatch(/^whsec_/)
  const { data } = await connect().webhookEndpoints.list()
  expect(data).toMatchObject([{ url: site.url, status: 'enabled' }])
  const { subscription } = await subscribe()
  // In any order.
  await until(() => listTypes(subscription).length === 2)
  expect(listTypes(subscription).sort()).toEqual([
    'customer.subscription.created',
    'customer.subscription.updated',
  ])
})

test('retains acknowledged writes and pending deliveries after kill -9', async () => {
  site.statuses = Array.from({ length: 50 }, () => 503)
  const { subscription } = await subscribe()
  await until(() => site.requests.length > 0)
  await cloud.kill()
  site.statuses = []
  cloud = await start(cloud)
  expect((await connect().subscriptions.retrieve(subscription)).status).toBe('active')
  expect((await connect().webhookEndpoints.list()).data).toHaveLength(1)
  await until(() => listTypes(subscription).includes('customer.subscription.updated'))
})

test('delivers a receipt to the inbox once, also after kill -9 and a start', async () => {
  const to = `${randomUUID()}@example.com`
  const receipts = () => control(`mails?source=stripe&to=${to}`)
  await subscribe(to)
  const [sent] = z.object({ mails: z.array(z.object({ id: z.string() })) }).parse(await receipts()).mails
  expect(await receipts()).toMatchObject({
    mails: [{ id: sent?.id, kind: 'receipt', from: 'Local cloud <receipts@localhost>' }],
  })
  await cloud.kill()
  cloud = await start(cloud)
  expect(await receipts()).toMatchObject({ mails: [{ id: sent?.id }] })
})

test('advances the time by the control API, also across a restart', async () => {
  const { subscription } = await subscribe()
  expect(await control('clock', { advanceSeconds: daysToSeconds(31) + 3600 })).toMatchObject({
    offsetSeconds: daysToSeconds(31) + 3600,
  })
  const { data } = await connect().invoices.list({ subscription })
  expect(data.map(({ status }) => status)).toEqual(['paid', 'paid'])
  await cloud.stop()
  cloud = await start(cloud)
  expect(await control('clock')).toMatchObject({ offsetSeconds: daysToSeconds(31) + 3600 })
  // Signatures keep the machine's time: they are verified as they arrive, within five minutes.
  await until(() => listTypes(subscription).length >= 3)
})

test('empties the account by the control API', async () => {
  const { customer } = await subscribe()
  expect(await control('reset', { vendor: 'stripe' })).toMatchObject({ reset: true })
  await expect(connect().customers.retrieve(customer)).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await connect().webhookEndpoints.list()).data).toHaveLength(1)
  expect(await control('clock')).toMatchObject({ offsetSeconds: 0 })
  const again = await subscribe()
  await until(() => listTypes(again.subscription).length > 0)
})
