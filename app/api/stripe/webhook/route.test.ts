import Stripe from 'stripe'
import { beforeEach, expect, it, vi } from 'vitest'

const secret = 'whsec_of_this_site'
vi.mock('@/lib/env', () => ({ environment: () => ({ STRIPE_WEBHOOK_SECRET: secret }) }))
vi.mock('next/server', () => ({ after: () => {} }))
const stripe = new Stripe('sk_test_any')
vi.mock('@/lib/membership/context', () => ({ getBilling: async () => ({ stripe, livemode: false }) }))
vi.mock('@/lib/membership/mail/dueMails', () => ({ sendMails: async () => {} }))

const { POST } = await import('./route')

let logLines: unknown[]
beforeEach(() => {
  logLines = []
  for (const method of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line) => logLines.push(JSON.parse(String(line))))
})

const event = {
  id: 'evt_1',
  type: 'product.created',
  livemode: false,
  created: 0,
  data: { object: { description: 'content of the event' } },
}
const sign = (payload: string, options: { secret?: string; timestamp?: number } = {}) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, ...options })

const send = (payload: string, signature?: string) =>
  POST(
    new Request('http://localhost/api/stripe/webhook', {
      method: 'POST',
      body: payload,
      headers: signature ? { 'stripe-signature': signature } : {},
    }),
  )

const body = JSON.stringify(event)
const liveEvent = JSON.stringify({ ...event, livemode: true })
it.each([
  ['no signature', body, undefined, 'signature_missing'],
  [
    'a signature made with a different secret',
    body,
    sign(body, { secret: 'whsec_of_another' }),
    'signature_invalid',
  ],
  ['an expired signature', body, sign(body, { timestamp: 1 }), 'signature_invalid'],
  ['a malformed signature', body, 'nonsense', 'signature_invalid'],
  ['a changed body', `${body} `, sign(body), 'signature_invalid'],
  ['an event from the other mode', liveEvent, sign(liveEvent), 'livemode_mismatch'],
])('logs one line for %s, with the reason and no content', async (_, payload, signature, code) => {
  const response = await send(payload, signature)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: { code } })
  expect(logLines).toEqual([
    expect.objectContaining({ level: 'warn', source: 'billing', message: `webhook: refused (${code})` }),
  ])
  expect(JSON.stringify(logLines)).not.toContain('content of the event')
})

it('logs nothing for a valid event of a type that the site ignores', async () => {
  expect((await send(body, sign(body))).status).toBe(200)
  expect(logLines).toEqual([])
})
