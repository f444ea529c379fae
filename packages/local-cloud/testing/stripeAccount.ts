import { getRequestListener } from '@hono/node-server'
import Stripe from 'stripe'
import { createBillingRoutes } from '../console/billing/routes.ts'
import { HttpError } from '../http/errors.ts'
import { Faults } from '../http/faults.ts'
import { serveLoopback } from '../http/loopback.ts'
import { type BillingOptions, openBilling } from '../stripe/billing.ts'
import type { Permissions } from '../stripe/http/access.ts'
import { findFreePort } from './ports.ts'

export const SECRET_KEY = 'sk_test_local_contract'

/** A local Stripe account in this process, with the unmodified SDK as its client. */
export type StripeAccount = Awaited<ReturnType<typeof startStripeAccount>>

/**
 * Starts a Stripe account.
 *
 * @param options.file - an SQLite file; in memory by default
 * @param options.seed - the seed for the event order; by default `STRIPE_EVENT_SEED`, or 1
 */
export async function startStripeAccount(
  options: Partial<
    Pick<BillingOptions, 'file' | 'getMachineTimeMs' | 'seed' | 'businessName' | 'deliverMail'>
  > = {},
) {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const faults = new Faults()
  const log: string[] = []
  const { billing, app } = openBilling({
    file: ':memory:',
    pagesOrigin: origin,
    secretKey: SECRET_KEY,
    faults,
    log: (line) => log.push(line),
    seed: Number(process.env.STRIPE_EVENT_SEED ?? 1),
    ...options,
  })
  const requests: string[] = []
  const fetchApi = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/v1/')) requests.push(`${request.method} ${pathname}`)
    return app.fetch(request)
  }
  const server = await serveLoopback({ port, handle: getRequestListener(fetchApi) })
  const control = createBillingRoutes(billing)
  control.onError((error) => new Response(null, { status: error instanceof HttpError ? error.status : 500 }))
  const createClient = (key = SECRET_KEY, config: Stripe.StripeConfig = {}) =>
    new Stripe(key, { host: 'localhost', port, protocol: 'http', telemetry: false, ...config })
  return {
    stripe: createClient(),
    billing,
    faults,
    webhooks: billing.webhooks,
    /** Sends a body to the control API's `/billing`. Resolves to the status. */
    control: async (body: object) => {
      const request = { method: 'POST', body: JSON.stringify(body) }
      return (await control.request('/billing', request)).status
    },
    origin,
    log,
    /** The method and path of every request to the API, oldest first. */
    requests,
    /** Creates another client, for example with a different key. */
    createClient,
    /** Creates a restricted key, with permissions keyed by the first segment of a path below `/v1`. */
    createRestrictedKey: (permissions: Permissions) => {
      const key = `rk_test_local_${billing.restrictedKeys.size + 1}`
      billing.restrictedKeys.set(key, permissions)
      return key
    },
    /** An HTTP client for the SDK. It calls the account without a socket, for tests with thousands of requests. */
    directHttpClient: Stripe.createFetchHttpClient(async (url, init) => fetchApi(new Request(url, init))),
    close: async () => {
      await server.close()
      await billing.close()
    },
  }
}

/** Polls until `condition` returns a truthy value, and resolves to it. Rejects after `timeoutMs`, a minute by default. */
export async function until<T>(condition: () => T | Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  const deadlineMs = Date.now() + timeoutMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (Date.now() > deadlineMs) throw new Error(`Timeout: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Submits the form of a hosted page as a browser does. Redirects are not followed. */
export async function submitForm(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  })
}

/** The form fields of a checkout with a valid card. */
export const buyerFields = {
  action: 'pay',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '12 / 59',
  cvc: '123',
  country: 'US',
}

/** Converts days to seconds. */
export function daysToSeconds(count: number): number {
  return count * 24 * 3600
}
