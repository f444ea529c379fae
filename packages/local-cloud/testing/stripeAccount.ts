import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import Stripe from 'stripe'
import type { WebhookControl } from '../http/controls.ts'
import { HttpError } from '../http/errors.ts'
import { Faults } from '../http/faults.ts'
import { serveLoopback } from '../http/loopback.ts'
import { type Billing, openBilling } from '../stripe/billing.ts'
import { billingRoutes } from '../stripe/console/routes.ts'
import type { Permissions } from '../stripe/http/access.ts'
import type { ReceiptOptions } from '../stripe/receipts/outbox.ts'
import { freePort } from './ports.ts'

export const SECRET_KEY = 'sk_test_local_contract'

/** A Stripe account of its own in this process, and the unmodified SDK that talks to it. */
export type Account = {
  stripe: Stripe
  billing: Billing
  faults: Faults
  webhooks: WebhookControl
  /** What the console steers the account with; answers the status. */
  control(body: object): Promise<number>
  origin: string
  log: string[]
  /** The method and path of every request to the API, oldest first. */
  requests: string[]
  /** A further client, for example with another key. */
  client(key?: string, config?: Stripe.StripeConfig): Stripe
  /** Issues a restricted key; it may do what is named, by the first part of a path below `/v1`. */
  restrictedKey(permissions: Permissions): string
  /** For a client that reaches the account without a socket: for tests of thousands of calls. */
  direct: Stripe.HttpClient
  close(): Promise<void>
}

/**
 * Starts an account; `file` is where it lives, by default only in memory. The order of its events depends on `seed`, by
 * default that of the environment, else 1.
 */
export async function startAccount(
  options: {
    file?: string
    machine?: () => number
    seed?: number
    businessName?: string
    receipts?: ReceiptOptions
  } = {},
): Promise<Account> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const faults = new Faults()
  const log: string[] = []
  const { billing, app } = openBilling({
    file: options.file ?? ':memory:',
    pages: origin,
    secretKey: SECRET_KEY,
    faults,
    log: (line) => log.push(line),
    seed: options.seed ?? Number(process.env.STRIPE_EVENT_SEED ?? 1),
    ...(options.machine ? { machine: options.machine } : {}),
    ...(options.businessName ? { businessName: options.businessName } : {}),
    ...(options.receipts ? { receipts: options.receipts } : {}),
  })
  const requests: string[] = []
  const fetchApi = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/v1/')) requests.push(`${request.method} ${pathname}`)
    return app.fetch(request)
  }
  const server = await serveLoopback({ port, handle: getRequestListener(fetchApi) })
  const control = billingRoutes(billing)
  control.onError(
    (error) => new Response(null, { status: error instanceof HttpError ? error.statusCode : 500 }),
  )
  const client: Account['client'] = (key = SECRET_KEY, config = {}) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', telemetry: false, ...config })
  return {
    stripe: client(),
    billing,
    faults,
    webhooks: billing.webhooks,
    control: async (body) => {
      const request = { method: 'POST', body: JSON.stringify(body) }
      return (await control.request('/billing', request)).status
    },
    origin,
    log,
    requests,
    client,
    restrictedKey: (permissions) => {
      const key = `rk_test_local_${billing.restrictedKeys.size + 1}`
      billing.restrictedKeys.set(key, permissions)
      return key
    },
    direct: Stripe.createFetchHttpClient(async (url, init) => fetchApi(new Request(url, init))),
    close: async () => {
      await server.close()
      await billing.close()
    },
  }
}

/** A server that webhooks are sent to. */
export type Receiver = {
  url: string
  /** What has arrived, verified with the endpoint's secret. */
  events: Stripe.Event[]
  /** The raw requests. */
  requests: { body: string; signature: string }[]
  /** The statuses of the next responses; then 200. */
  statuses: number[]
  secret: string
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts a receiver; put the endpoint's secret into it. */
export async function startReceiver(stripe: Stripe): Promise<Receiver> {
  const port = await freePort()
  const receiver: Receiver = {
    url: `http://localhost:${port}/hook`,
    events: [],
    requests: [],
    statuses: [],
    secret: '',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const signature = String(request.headers['stripe-signature'])
    receiver.requests.push({ body, signature })
    const status = receiver.statuses.shift() ?? 200
    if (status < 300) receiver.events.push(stripe.webhooks.constructEvent(body, signature, receiver.secret))
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve))
  return receiver
}

/** Waits until something is true. Rejects after a minute. */
export async function until<T>(condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + 60_000
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > end) throw new Error(`Waited too long for: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** What a call was refused with. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('It was not refused')
}

/** An offer: a product, a price of 1,497 dollars a month, and the coupon of the first two months. */
export async function createOffer(
  stripe: Stripe,
): Promise<{ product: string; price: string; coupon: string }> {
  const product = await stripe.products.create({ name: 'Plan' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
  })
  const coupon = await stripe.coupons.create({
    amount_off: 50_000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 2,
  })
  return { product: product.id, price: price.id, coupon: coupon.id }
}

/** Fills in a hosted form and sends it, as a browser would. Returns the answer, redirects not followed. */
export async function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  })
}

/** What a buyer fills in, with a card that pays. */
export const buyer = {
  action: 'pay',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '12 / 59',
  cvc: '123',
  country: 'US',
}

/** Buys what a session offers. Throws when it is not taken. */
export async function buy(
  session: Stripe.Checkout.Session,
  fields: Partial<typeof buyer> = {},
): Promise<string> {
  const answer = await submit(String(session.url), { ...buyer, ...fields })
  if (answer.status !== 303) throw new Error(`Not taken: ${answer.status} ${await answer.text()}`)
  return String(answer.headers.get('location'))
}

const DAY = 24 * 3600

/** Days in seconds. */
export function days(count: number): number {
  return count * DAY
}
