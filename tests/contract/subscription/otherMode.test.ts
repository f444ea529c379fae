import { requireSession } from 'local-cloud/testing/authService'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { buyAsGuest, setUpGuestSite } from './guestSite.ts'
import { dumpTables, SECRET } from './support.ts'

const LIVE_KEY = 'sk_live_of_another_account'
const CRON_SECRET = 'c'.repeat(32)

const guestSite = await setUpGuestSite()
const { site, accounts } = guestSite

let token: string
beforeAll(async () => {
  await buyAsGuest(guestSite, 'guest.of.tests@example.com')
  token = (await requireSession((await accounts.createUser()).client)).access_token
  // The first key stores the mode in the database.
  const { requireMode } = await import('@/lib/membership/mode')
  await requireMode(site.billing.database, { livemode: false })
})

/** Simulates a restart of the site with a live key, on the same database. */
beforeEach(() => {
  for (const [name, value] of Object.entries({
    DATABASE_URL: site.databaseUrl,
    STRIPE_SECRET_KEY: LIVE_KEY,
    // An unused port, because no request is needed.
    STRIPE_API_ORIGIN: 'http://127.0.0.1:9',
    STRIPE_WEBHOOK_SECRET: SECRET,
    CRON_SECRET,
    EMAIL_HASH_SECRET: 'h'.repeat(32),
  }))
    vi.stubEnv(name, value)
  vi.resetModules()
})
type Handlers = { GET?: Handler; POST?: Handler }
type Handler = (request: Request) => Promise<Response>

const sessionId = 'cs_test_a1'
const routes: Record<string, { load: () => Promise<Handlers>; body?: object; query?: string }> = {
  'account/delete': { load: () => import('@/app/api/account/delete/route'), body: {} },
  'check-subscription': { load: () => import('@/app/api/check-subscription/route'), body: {} },
  'checkout-status': {
    load: () => import('@/app/api/checkout-status/route'),
    body: { session_id: sessionId },
  },
  'create-checkout': {
    load: () => import('@/app/api/create-checkout/route'),
    body: { offer_version: 'v1', email: 'guest@example.com' },
  },
  'customer-portal': { load: () => import('@/app/api/customer-portal/route'), body: {} },
  receipts: { load: () => import('@/app/api/receipts/route'), body: {} },
  'cron/reconcile': { load: () => import('@/app/api/cron/reconcile/route') },
}

async function send(request: Request, { GET, POST }: Handlers): Promise<Response> {
  const handler = request.method === 'GET' ? GET : POST
  if (!handler) throw new Error(`${request.url} has no ${request.method} handler`)
  return handler(request)
}

test.each(Object.entries(routes))(
  'a live key is refused by %s on a database of test data',
  async (name, route) => {
    const tablesBefore = await dumpTables(site)
    const request = new Request(`http://localhost:3999/api/${name}`, {
      method: route.body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${route.body ? token : CRON_SECRET}`,
        'content-type': 'application/json',
        origin: 'http://localhost:3999',
      },
      ...(route.body && { body: JSON.stringify(route.body) }),
    })
    const response = await send(request, await route.load())
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'billing_unavailable' } })
    expect(await dumpTables(site)).toEqual(tablesBefore)
  },
)

test('with a live key on a database of test data, the webhook refuses events of both modes', async () => {
  const tablesBefore = await dumpTables(site)
  const [event] = await site.events()
  const { POST } = await import('@/app/api/stripe/webhook/route')
  for (const livemode of [true, false]) {
    const payload = JSON.stringify({ ...event, livemode })
    const signature = site.stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
    const request = new Request('http://localhost:3999/api/stripe/webhook', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body: payload,
    })
    const response = await POST(request)
    expect(response.status).toBe(503)
  }
  expect(await dumpTables(site)).toEqual(tablesBefore)
})
