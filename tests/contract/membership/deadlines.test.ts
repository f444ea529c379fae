import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { requireSession, type Service, startDatabase, startService } from 'local-cloud/testing/authService'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrateDatabase } from '../../../scripts/lib/migrateDatabase.ts'

/** Scales the deadlines down, so that the tests are short. */
const fraction = 20
vi.mock('@/lib/deadline', async (original) => {
  const { withDeadline, ...others } = await original<typeof import('@/lib/deadline')>()
  const shortened: typeof withDeadline = (milliseconds, work, keepAlive) =>
    withDeadline(milliseconds / fraction, work, keepAlive)
  return { ...others, withDeadline: shortened }
})

/** Work after the responses. */
const outliving: Promise<unknown>[] = []
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => outliving.push(work) }))

/** Starts a vendor that accepts connections and never responds. */
let silent: Server
const sockets = new Set<Socket>()
let silentPort = 0
let accounts: Service
let database: { url: string; close(): Promise<void> }

beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const address: AddressInfo | string | null = silent.address()
  silentPort = typeof address === 'object' && address ? address.port : 0
  accounts = await startService()
  database = await startDatabase()
  await migrateDatabase(database.url)
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await accounts.stop()
  await database.close()
})
beforeEach(() => {
  outliving.length = 0
})

type Vendor = 'stripe' | 'supabase' | 'postgres'

/** Calls a route in a separate process, in which a vendor does not respond. */
async function call(route: string, body: object, token: string | undefined, hanging: Vendor) {
  const nowhere = `127.0.0.1:${silentPort}`
  for (const [name, value] of Object.entries({
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3999',
    SANITY_API_READ_TOKEN: 'r'.repeat(24),
    SANITY_WEBHOOK_SECRET: 's'.repeat(24),
    NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: 'key',
    NEXT_PUBLIC_EMAILJS_SERVICE_ID: 'service',
    NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: 'template',
    NEXT_PUBLIC_SUPABASE_URL: hanging === 'supabase' ? `http://${nowhere}` : accounts.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: accounts.publishableKey,
    SUPABASE_SECRET_KEY: accounts.secretKey,
    DATABASE_URL: hanging === 'postgres' ? `postgres://nobody@${nowhere}/none` : database.url,
    STRIPE_SECRET_KEY: 'sk_test_deadlines',
    EMAIL_HASH_SECRET: 'h'.repeat(32),
    STRIPE_API_ORIGIN: `http://${nowhere}`,
  })) {
    vi.stubEnv(name, value)
  }
  vi.resetModules()
  const { POST } = await import(resolve('app/api', route, 'route.ts'))
  const response: Response = await POST(
    new Request(`http://localhost:3999/api/${route}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    }),
  )
  const result: { error?: { code: string } } = await response.json()
  return { status: response.status, code: result.error?.code, answer: result }
}

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** A member in the database. */
async function member() {
  const { client, id, email } = await accounts.user()
  const customer = `cus_${id.slice(0, 8)}`
  await sql('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
    customer,
    id,
    email,
  ])
  return (await requireSession(client)).access_token
}

/** The response of each route while Stripe, the accounts or the database do not respond. */
const routes: [string, object, Record<Vendor, number>][] = [
  // The response comes from the mirror.
  ['check-subscription', { live: true }, { stripe: 200, supabase: 503, postgres: 500 }],
  ['checkout-status', { session_id: 'cs_test_1' }, { stripe: 503, supabase: 503, postgres: 500 }],
  ['customer-portal', {}, { stripe: 503, supabase: 503, postgres: 500 }],
  ['receipts', {}, { stripe: 503, supabase: 503, postgres: 500 }],
  ['account/delete', {}, { stripe: 502, supabase: 503, postgres: 500 }],
]

describe.each(routes)('/api/%s', (route, body, statuses) => {
  it.each<Vendor>(['stripe', 'supabase', 'postgres'])(
    'responds during an outage of %s, and releases its leases',
    async (vendor) => {
      const token = await member()
      expect((await call(route, body, token, vendor)).status).toBe(statuses[vendor])
      await Promise.all(outliving)
      expect(await sql('select key from leases where holder is not null')).toEqual([])
    },
    // Without a common deadline the time-outs of one vendor alone add up to more.
    8000,
  )
})

it('names the vendor where it is known in time', async () => {
  const token = await member()
  expect(await call('customer-portal', {}, token, 'supabase')).toMatchObject({
    status: 503,
    code: 'accounts_unavailable',
  })
  expect(await call('check-subscription', { live: true }, token, 'stripe')).toMatchObject({
    status: 200,
    answer: { subscribed: false, stale: true },
  })
})
