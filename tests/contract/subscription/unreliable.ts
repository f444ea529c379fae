import Stripe from 'stripe'
import type { Random } from '@/tests/support/random'
import type { Site } from './support.ts'

/** https://docs.stripe.com/error-handling#catch-exceptions */
const serverError = {
  error: { type: 'api_error', message: 'Something went wrong on our end. (A random history.)' },
}
const failing = Stripe.createFetchHttpClient(async () => Response.json(serverError, { status: 500 }))

/** The codes with which a connection breaks; the SDK repeats the first of them once even when it should not repeat. */
const broken = ['ECONNRESET', 'ETIMEDOUT'] as const

/**
 * A connection to Stripe that breaks: a request is lost, or its response is, or Stripe fails, before or after the
 * request was carried out. Such a failure is the response to its idempotency key from then on.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class UnreliableClient implements Stripe.HttpClient {
  /** How often something went wrong. */
  failures = 0
  /** The requests that were not GET. */
  readonly writes: string[] = []
  private probability = 0
  private readonly failed = new Set<string>()
  private readonly good: Stripe.HttpClient
  private readonly random: Random
  private readonly meanwhile: () => Promise<void>

  /**
   * @param good - reaches Stripe
   * @param meanwhile - is done before each request: what others do while the site works
   */
  constructor(good: Stripe.HttpClient, random: Random, meanwhile: () => Promise<void>) {
    this.good = good
    this.random = random
    this.meanwhile = meanwhile
  }

  /** How likely each request that changes something is to go wrong from now on; one that only reads, a third as likely. */
  failWith(probability: number): void {
    this.probability = probability
  }

  getClientName(): string {
    return this.good.getClientName()
  }

  async makeRequest(...request: Parameters<Stripe.HttpClient['makeRequest']>) {
    const { good, random, failed } = this
    const [, , path, method, headers] = request
    if (method !== 'GET') this.writes.push(`${method} ${path}`)
    const key = headers['Idempotency-Key']
    if (typeof key === 'string' && failed.has(key)) return failing.makeRequest(...request)
    await this.meanwhile()
    if (!random.chance(method === 'GET' ? this.probability / 3 : this.probability))
      return good.makeRequest(...request)

    this.failures += 1
    if (random.chance(0.5)) await discarded(good.makeRequest(...request))
    if (random.chance(0.6))
      throw Object.assign(new Error('The connection broke'), { code: random.pick(broken) })
    if (typeof key === 'string') failed.add(key)
    return failing.makeRequest(...request)
  }
}

/** A lost response. */
async function discarded(result: ReturnType<Stripe.HttpClient['makeRequest']>): Promise<void> {
  await (await result).toJSON()
}

/**
 * A client of the site over a connection, which repeats without a pause what has failed.
 *
 * @param repetitions - how often it repeats a request by itself
 * @param key - a restricted key; the secret key without it
 */
export function clientOver(
  { account }: Site,
  connection: Stripe.HttpClient,
  repetitions: number,
  key?: string,
): Stripe {
  const stripe = account.client(key, { httpClient: connection, maxNetworkRetries: repetitions })
  return Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 })
}

/** Whether Stripe could not be reached, or failed, so that a retry is allowed. */
export function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError } = Stripe.errors
  return error instanceof StripeConnectionError || error instanceof StripeAPIError
}
