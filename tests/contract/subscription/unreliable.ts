import Stripe from 'stripe'
import type { Random } from '@/tests/support/random'
import type { Site } from './support.ts'

/** https://docs.stripe.com/error-handling#catch-exceptions */
const serverError = {
  error: { type: 'api_error', message: 'Something went wrong on our end. (A random history.)' },
}
const failing = Stripe.createFetchHttpClient(async () => Response.json(serverError, { status: 500 }))

/** Error codes of broken connections. The SDK always retries the first one once. */
const broken = ['ECONNRESET', 'ETIMEDOUT'] as const

/**
 * An unreliable connection to Stripe: the request or its response is lost, or Stripe fails before or after processing the
 * request. A failure of Stripe is stored for its idempotency key.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class UnreliableClient implements Stripe.HttpClient {
  /** The number of failures. */
  failures = 0
  /** Requests with a method other than GET. */
  readonly writes: string[] = []
  private probability = 0
  private readonly failed = new Set<string>()
  private readonly good: Stripe.HttpClient
  private readonly random: Random
  private readonly meanwhile: () => Promise<void>

  /**
   * @param good - a reliable client
   * @param meanwhile - runs before each request, for concurrent changes at Stripe
   */
  constructor(good: Stripe.HttpClient, random: Random, meanwhile: () => Promise<void>) {
    this.good = good
    this.random = random
    this.meanwhile = meanwhile
  }

  /** Sets the probability that a write fails. Reads fail with a third of it. */
  setFailureProbability(probability: number): void {
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

/** Sends a request and discards its response. */
async function discarded(result: ReturnType<Stripe.HttpClient['makeRequest']>): Promise<void> {
  await (await result).toJSON()
}

/**
 * Creates a Stripe client over a connection, which retries without a delay.
 *
 * @param repetitions - the number of automatic retries
 * @param key - a restricted key; the secret key without it
 */
export function createClientOver(
  { account }: Site,
  connection: Stripe.HttpClient,
  repetitions: number,
  key?: string,
): Stripe {
  const stripe = account.createClient(key, { httpClient: connection, maxNetworkRetries: repetitions })
  return Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 })
}

/** Whether Stripe could not be reached, or failed, so that a retry is allowed. */
export function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError } = Stripe.errors
  return error instanceof StripeConnectionError || error instanceof StripeAPIError
}
