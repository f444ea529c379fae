import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handledEvents } from '@/lib/membership/events'
import { contentClient } from '../support/content.ts'
import { readMemoryBytes } from '../support/memory.ts'
import { sendWebhook } from '../support/publishing.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { SimulatedUsers } from './simulatedUsers.ts'
import { formatMegabytes, report, type SoakStack, startSoakStack } from './stack.ts'

const webhookCount = readCount('SOAK_WEBHOOKS', 10_000)
/** The number of webhooks that are sent concurrently. */
const concurrency = 20
const phaseCount = 4
const random = createRandom(readCount('SOAK_SEED', 1))

/** The allowed growth of the site's heap, which by default is a kilobyte for each webhook. */
const maxHeapGrowthBytes = 10_000_000

let stack: SoakStack
beforeAll(async () => {
  stack = await startSoakStack()
}, 600_000)
afterAll(() => stack?.close())

type Webhook = { send(): Promise<Response>; isForged: boolean }

/** Sends an event as Stripe does. `signedAt` is in seconds since 1970, by default now. */
function sendStripeWebhook(
  event: Stripe.Event,
  { secret, signedAt }: { secret: string; signedAt?: number },
): Promise<Response> {
  const payload = JSON.stringify(event)
  const timestamp = signedAt ?? Math.floor(Date.now() / 1000)
  const header = stack.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return fetch(`${stack.siteOrigin}/api/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
  })
}

async function listHandledEvents(): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = []
  for await (const event of stack.stripe.events.list({ types: [...handledEvents], limit: 100 }))
    events.push(event)
  return events
}

/**
 * Creates shuffled webhooks: half of them from Stripe, each event at least once, and half from the Content Lake. A tenth
 * of the second half is forged instead: webhooks of both vendors with a wrong secret or an expired signature.
 */
function createWebhooks(events: Stripe.Event[], documentIds: string[]): Webhook[] {
  const secret = String(stack.cloud.STRIPE_WEBHOOK_SECRET)
  const createStripeWebhook = (event: Stripe.Event): Webhook => ({
    isForged: false,
    send: () => sendStripeWebhook(event, { secret }),
  })
  const createForgedWebhook = (index: number): Webhook => {
    const event = random.pick(events)
    const body = JSON.stringify({ _id: random.pick(documentIds), _type: 'homePage' })
    const wrongSecret = randomBytes(24).toString('base64url')
    const hourAgoMs = Date.now() - 3_600_000
    const forgeries = [
      () => sendStripeWebhook(event, { secret: `whsec_${wrongSecret}` }),
      () => sendStripeWebhook(event, { secret, signedAt: Math.floor(hourAgoMs / 1000) }),
      () => sendWebhook(body, { secret: wrongSecret, origin: stack.siteOrigin }),
      () => sendWebhook(body, { signedAt: hourAgoMs, origin: stack.siteOrigin }),
    ] as const
    return { isForged: true, send: forgeries[index % forgeries.length] ?? forgeries[0] }
  }
  const createContentWebhook = (): Webhook => {
    const id = random.pick(documentIds)
    const ageMs = random.number(120_000)
    const body = JSON.stringify({ _id: id, _type: id })
    return {
      isForged: false,
      send: () => sendWebhook(body, { signedAt: Date.now() - ageMs, origin: stack.siteOrigin }),
    }
  }
  const stripeCount = Math.floor(webhookCount / 2)
  const webhooks = [
    ...events.map(createStripeWebhook),
    ...Array.from({ length: Math.max(0, stripeCount - events.length) }, () =>
      createStripeWebhook(random.pick(events)),
    ),
    ...Array.from({ length: webhookCount - stripeCount }, (_, index) =>
      index % 10 === 0 ? createForgedWebhook(index / 10) : createContentWebhook(),
    ),
  ]
  return random.shuffle(webhooks)
}

test('thousands of duplicated, reordered and forged webhooks leave a correct mirror and a stable heap', async () => {
  const documentCount = await countDocuments()
  const users = new SimulatedUsers(stack, { random })
  // Without Stripe's webhook endpoints, only this test delivers the events.
  for (const { id } of (await stack.stripe.webhookEndpoints.list()).data)
    await stack.stripe.webhookEndpoints.del(id)
  await users.run(30_000, { visitors: 0, members: 4, guests: 2 })
  const events = await listHandledEvents()
  const documentIds = await contentClient().fetch<string[]>(
    '*[_id in path("*") && !(_type match "sanity.*")]._id',
  )

  const pid = Number(stack.siteServer.child.pid)
  const memoryBytes = [readMemoryBytes(pid)]
  const heapBytes: number[] = []
  const unexpectedResponses: string[] = []
  const webhooks = createWebhooks(events, documentIds)
  let retryCount = 0
  let seconds = 0
  for (let phase = 0; phase < phaseCount; phase += 1) {
    const startMs = performance.now()
    const userActivity = users.run(10_000, { members: 1, guests: 0 })
    const startIndex = (phase * webhookCount) / phaseCount
    const endIndex = ((phase + 1) * webhookCount) / phaseCount
    const result = await sendWebhooks(webhooks.slice(startIndex, endIndex))
    seconds += (performance.now() - startMs) / 1000
    await userActivity
    unexpectedResponses.push(...result.unexpectedResponses)
    retryCount += result.retryCount
    heapBytes.push(await stack.measureHeapBytes())
    memoryBytes.push(readMemoryBytes(pid))
  }
  report(
    'webhooks',
    `${webhooks.length} of ${events.length} events and ${documentIds.length} documents, ${concurrency} concurrently`,
  )
  report('seconds', seconds.toFixed(0))
  report('retries after a server error', retryCount)
  report('heap of the site after each phase', heapBytes.map(formatMegabytes).join(', '))
  report('memory of the site before and after each phase', memoryBytes.map(formatMegabytes).join(', '))
  expect(unexpectedResponses).toEqual([])
  expect(users.actions.failures).toEqual([])
  await expectInvariants(stack, users.actions, { documentCount })
  // The first phase loads and compiles modules, which stay in memory.
  expect(Number(heapBytes.at(-1)) - Number(heapBytes[0])).toBeLessThan(maxHeapGrowthBytes)
}, 3_600_000)

/** Sends webhooks, several concurrently. Retries a valid webhook when the site responds with a server error. */
async function sendWebhooks(
  webhooks: readonly Webhook[],
): Promise<{ retryCount: number; unexpectedResponses: string[] }> {
  const remaining = [...webhooks]
  const unexpectedResponses: string[] = []
  let retryCount = 0
  const runWorker = async () => {
    for (let webhook = remaining.pop(); webhook; webhook = remaining.pop()) {
      const response = await webhook.send()
      const text = await response.text()
      if (webhook.isForged) {
        if (![400, 401, 403].includes(response.status))
          unexpectedResponses.push(`forged: ${response.status} ${text}`)
      } else if (response.status >= 500) {
        retryCount += 1
        remaining.unshift(webhook)
        if (retryCount > webhooks.length) throw new Error(`${response.status} ${text}`)
      } else if (response.status !== 200) unexpectedResponses.push(`${response.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  return { retryCount, unexpectedResponses }
}
