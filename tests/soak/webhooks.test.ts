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

/** The number of webhooks, and of concurrent ones. */
const storm = readCount('SOAK_WEBHOOKS', 10_000)
const callers = 20
const parts = 4
const random = createRandom(readCount('SOAK_SEED', 1))

/** The allowed growth of the heap, which is much less than a kilobyte for each webhook. Bytes. */
const mayGrow = 10_000_000

let stack: SoakStack
beforeAll(async () => {
  stack = await startSoakStack()
}, 600_000)
afterAll(() => stack?.close())

type Call = { send(): Promise<Response>; isForged: boolean }

/** Sends an event as Stripe does. */
function sendEvent(event: Stripe.Event, { secret, at }: { secret: string; at?: number }): Promise<Response> {
  const payload = JSON.stringify(event)
  const timestamp = at ?? Math.floor(Date.now() / 1000)
  const header = stack.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return fetch(`${stack.siteOrigin}/api/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
  })
}

async function everyEvent(): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = []
  for await (const event of stack.stripe.events.list({ types: [...handledEvents], limit: 100 }))
    events.push(event)
  return events
}

/** Signs an event: mostly valid, sometimes with a wrong secret or an old timestamp. */
function createStorm(events: Stripe.Event[], ids: string[]): Call[] {
  const secret = String(stack.cloud.STRIPE_WEBHOOK_SECRET)
  const of = (event: Stripe.Event): Call => ({ isForged: false, send: () => sendEvent(event, { secret }) })
  const forged = (index: number): Call => {
    const event = random.pick(events)
    const body = JSON.stringify({ _id: random.pick(ids), _type: 'homePage' })
    const other = randomBytes(24).toString('base64url')
    const hourAgo = Date.now() - 3_600_000
    const ways = [
      () => sendEvent(event, { secret: `whsec_${other}` }),
      () => sendEvent(event, { secret, at: Math.floor(hourAgo / 1000) }),
      () => sendWebhook(body, { secret: other, origin: stack.siteOrigin }),
      () => sendWebhook(body, { signedAt: hourAgo, origin: stack.siteOrigin }),
    ] as const
    return { isForged: true, send: ways[index % ways.length] ?? ways[0] }
  }
  const change = (): Call => {
    const id = random.pick(ids)
    const age = random.number(120_000)
    const body = JSON.stringify({ _id: id, _type: id })
    return {
      isForged: false,
      send: () => sendWebhook(body, { signedAt: Date.now() - age, origin: stack.siteOrigin }),
    }
  }
  const count = Math.floor(storm / 2)
  const calls = [
    // Each webhook at least once, most of them several times.
    ...events.map(of),
    ...Array.from({ length: Math.max(0, count - events.length) }, () => of(random.pick(events))),
    ...Array.from({ length: storm - count }, (_, index) =>
      index % 10 === 0 ? forged(index / 10) : change(),
    ),
  ]
  return random.shuffle(calls)
}

test('thousands of webhooks, duplicated, reordered and forged, leave a correct mirror and stable memory', async () => {
  const documents = await countDocuments()
  const people = new SimulatedUsers(stack, { random })
  // Stripe's own webhooks are dropped, so that only this test delivers them.
  for (const { id } of (await stack.stripe.webhookEndpoints.list()).data)
    await stack.stripe.webhookEndpoints.del(id)
  await people.run(30_000, { visitors: 0, members: 4, guests: 2 })
  const events = await everyEvent()
  const ids = await contentClient().fetch<string[]>('*[_id in path("*") && !(_type match "sanity.*")]._id')

  const pid = Number(stack.siteServer.child.pid)
  const memory = [readMemoryBytes(pid)]
  const heaps: number[] = []
  const wrong: string[] = []
  const calls = createStorm(events, ids)
  let again = 0
  let seconds = 0
  // Memory of modules that load and compile in the first part stays.
  for (let part = 0; part < parts; part += 1) {
    const start = performance.now()
    const living = people.run(10_000, { members: 1, guests: 0 })
    const sent = await sendAll(calls.slice((part * storm) / parts, ((part + 1) * storm) / parts))
    seconds += (performance.now() - start) / 1000
    await living
    wrong.push(...sent.wrong)
    again += sent.again
    heaps.push(await stack.heap())
    memory.push(readMemoryBytes(pid))
  }
  report(
    'webhooks',
    `${calls.length} of ${events.length} events and ${ids.length} documents, ${callers} at once`,
  )
  report('seconds', seconds.toFixed(0))
  report('sent again after a refusal', again)
  report('objects of the site after each part', heaps.map(formatMegabytes).join(', '))
  report('memory of the site before and after each part', memory.map(formatMegabytes).join(', '))
  expect(wrong).toEqual([])
  expect(people.actions.failures).toEqual([])
  await expectInvariants(stack, people.actions, { documents })
  expect(Number(heaps.at(-1)) - Number(heaps[0])).toBeLessThan(mayGrow)
}, 3_600_000)

/** Sends webhooks, repeating a valid one as long as the site responds that it could not be processed. */
async function sendAll(calls: readonly Call[]): Promise<{ again: number; wrong: string[] }> {
  const left = [...calls]
  const wrong: string[] = []
  let again = 0
  const work = async () => {
    for (let call = left.pop(); call; call = left.pop()) {
      const response = await call.send()
      const text = await response.text()
      if (call.isForged) {
        if (![400, 401, 403].includes(response.status)) wrong.push(`forged: ${response.status} ${text}`)
      } else if (response.status >= 500) {
        again += 1
        left.unshift(call)
        if (again > calls.length) throw new Error(`${response.status} ${text}`)
      } else if (response.status !== 200) wrong.push(`${response.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  return { again, wrong }
}
