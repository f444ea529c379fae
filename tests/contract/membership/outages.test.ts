import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { resolve } from 'node:path'
import {
  type AuthService,
  requireSession,
  startAuthService,
  startDatabase,
} from 'local-cloud/testing/authService'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrateDatabase, withClient } from '../../../scripts/provision/migrateDatabase.ts'
import { createApiRequest } from '../../support/apiRoutes.ts'
import { minimalEnvironment } from '../../support/minimalEnvironment.ts'

/** Work that continues after the responses. */
const afterResponse: Promise<unknown>[] = []
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => afterResponse.push(work) }))

/** The site's configuration for the latest Stripe client. The tests divide the client's timeout by 20. */
let clientConfig: Stripe.StripeConfig = {}
vi.mock('stripe', async (importOriginal) => {
  const { default: OriginalStripe } = await importOriginal<typeof import('stripe')>()
  class StripeWithShortTimeout extends OriginalStripe {
    constructor(key: string, config: Stripe.StripeConfig = {}) {
      super(key, { ...config, timeout: (config.timeout ?? 0) / 20 })
      clientConfig = config
    }
  }
  return { default: StripeWithShortTimeout }
})

/** Stands in for a vendor: accepts connections, then closes them or never responds. */
let failingServer: Server
let isSilent = false
const sockets = new Set<Socket>()
let failingPort = 0
let accounts: AuthService
let database: { url: string; close(): Promise<void> }

beforeAll(async () => {
  failingServer = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (!isSilent) socket.destroy()
  })
  await new Promise<void>((listening) => failingServer.listen(0, '127.0.0.1', listening))
  const address: AddressInfo | string | null = failingServer.address()
  failingPort = typeof address === 'object' && address ? address.port : 0
  accounts = await startAuthService()
  database = await startDatabase()
  await migrateDatabase(database.url)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  failingServer.close()
  await accounts.stop()
  await database.close()
})
beforeEach(() => {
  for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  afterResponse.length = 0
})

type Vendor = 'stripe' | 'supabase' | 'postgres'

/** Calls a route of a freshly imported site while Stripe and the given vendor are down. */
async function callRoute(route: string, body: object, token: string | undefined, failingVendor: Vendor) {
  const failingHost = `127.0.0.1:${failingPort}`
  Object.assign(process.env, {
    ...minimalEnvironment(),
    NEXT_PUBLIC_SUPABASE_URL: failingVendor === 'supabase' ? `http://${failingHost}` : accounts.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: accounts.publishableKey,
    SUPABASE_SECRET_KEY: accounts.secretKey,
    DATABASE_URL: failingVendor === 'postgres' ? `postgres://site@${failingHost}/none` : database.url,
    STRIPE_SECRET_KEY: 'sk_test_outages',
    EMAIL_HASH_SECRET: 'h'.repeat(32),
    STRIPE_API_ORIGIN: `http://${failingHost}`,
  })
  vi.resetModules()
  const { POST } = await import(resolve('app/api', route, 'route.ts'))
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const response: Response = await POST(createApiRequest(route, body, headers))
  const result: { error?: { code: string } } = await response.json()
  return { status: response.status, code: result.error?.code, body: result }
}

const runSql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  withClient(database.url, undefined, async (client) => (await client.query(text, values)).rows)

/** Creates a user with a customer and a verified email. Returns the access token. */
async function createUserWithCustomer() {
  const { client, id, email } = await accounts.createUser()
  const { admin } = accounts.createAdminClient().auth
  await admin.updateUserById(id, { app_metadata: { verified_email: email } })
  const customer = `cus_${id.slice(0, 8)}`
  await runSql('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
    customer,
    id,
    email,
  ])
  return (await requireSession(client)).access_token
}

/** Routes, each with a request body and the response while Stripe is down. */
const routes: [string, object, object][] = [
  // The response comes from the mirror.
  ['check-subscription', { live: true }, { status: 200, body: { subscribed: false, stale: true } }],
  ['checkout-status', { session_id: 'cs_test_1' }, { status: 503 }],
  ['customer-portal', {}, { status: 503 }],
  ['payer', {}, { status: 503 }],
  ['account/delete', {}, { status: 502 }],
]

describe.each(routes)('/api/%s', (route, body, responseWithoutStripe) => {
  it.each<[Vendor, object]>([
    ['stripe', responseWithoutStripe],
    ['supabase', { status: 503, code: 'accounts_unavailable' }],
    ['postgres', { status: 503, code: 'database_unavailable' }],
  ])(
    'responds during an outage of %s, and releases its leases',
    async (vendor, response) => {
      const token = await createUserWithCustomer()
      expect(await callRoute(route, body, token, vendor)).toMatchObject(response)
      await Promise.all(afterResponse)
      expect(await runSql('select key from leases where holder is not null')).toEqual([])
    },
    20_000,
  )
})

it('a route responds even if Stripe accepts connections but never responds', async () => {
  const token = await createUserWithCustomer()
  isSilent = true
  try {
    expect((await callRoute('customer-portal', {}, token, 'stripe')).status).toBe(503)
    // Even with its retry, the call ends within the 30-second lease that protects mirror writes.
    expect(clientConfig).toMatchObject({ timeout: 8000, maxNetworkRetries: 1 })
  } finally {
    for (const socket of sockets) socket.destroy()
    isSilent = false
  }
}, 60_000)
