import Stripe from 'stripe'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import type { Random } from '@/tests/support/random'
import type { Site } from './support.ts'

/** https://docs.stripe.com/error-handling#catch-exceptions */
const serverError = {
  error: { type: 'api_error', message: 'Something went wrong on our end. (A random history.)' },
}
const failingClient = Stripe.createFetchHttpClient(async () => Response.json(serverError, { status: 500 }))

/** Error codes of broken connections. The SDK always retries ECONNRESET once. */
const connectionErrorCodes = ['ECONNRESET', 'ETIMEDOUT'] as const

/**
 * An unreliable connection to Stripe: the request or its response is lost, or Stripe fails before or after processing
 * the request. Stripe repeats a failure for the same idempotency key.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class UnreliableClient implements Stripe.HttpClient {
  /** The number of failures, excluding those that Stripe repeats for an idempotency key. */
  failures = 0
  /** Requests that may change something. A preview of an invoice counts as a read: its POST changes nothing. */
  readonly writes: string[] = []
  private probability = 0
  /** The idempotency keys of requests that failed in Stripe. */
  private readonly failedKeys = new Set<string>()
  private readonly reliableClient: Stripe.HttpClient
  private readonly random: Random
  private readonly changeConcurrently: () => Promise<void>

  /**
   * @param reliableClient - a connection without failures
   * @param changeConcurrently - makes changes in Stripe before each request, unless Stripe repeats a failure
   */
  constructor(reliableClient: Stripe.HttpClient, random: Random, changeConcurrently: () => Promise<void>) {
    this.reliableClient = reliableClient
    this.random = random
    this.changeConcurrently = changeConcurrently
  }

  /** Sets the probability that a write fails. Reads fail with a third of that probability. */
  setFailureProbability(probability: number): void {
    this.probability = probability
  }

  getClientName(): string {
    return this.reliableClient.getClientName()
  }

  async makeRequest(...request: Parameters<Stripe.HttpClient['makeRequest']>) {
    const { reliableClient, random, failedKeys } = this
    const [, , path, method, headers] = request
    const isRead = method === 'GET' || path === '/v1/invoices/create_preview'
    if (!isRead) this.writes.push(`${method} ${path}`)
    const key = headers['Idempotency-Key']
    if (typeof key === 'string' && failedKeys.has(key)) return failingClient.makeRequest(...request)
    await this.changeConcurrently()
    if (!random.chance(isRead ? this.probability / 3 : this.probability))
      return reliableClient.makeRequest(...request)

    this.failures += 1
    if (random.chance(0.5)) await discardResponse(reliableClient.makeRequest(...request))
    if (random.chance(0.6))
      throw Object.assign(new Error('The connection broke'), { code: random.pick(connectionErrorCodes) })
    if (typeof key === 'string') failedKeys.add(key)
    return failingClient.makeRequest(...request)
  }
}

async function discardResponse(result: ReturnType<Stripe.HttpClient['makeRequest']>): Promise<void> {
  await (await result).toJSON()
}

/**
 * Creates a Stripe client that uses a connection and retries without a delay.
 *
 * @param retries - the number of automatic retries
 * @param key - a restricted key; by default the secret key
 */
export function createClientOver(
  { account }: Site,
  connection: Stripe.HttpClient,
  retries: number,
  key?: string,
): Stripe {
  const stripe = account.createClient(key, { httpClient: connection, maxNetworkRetries: retries })
  return Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0, getMaxNetworkRetryDelay: () => 0 })
}

/** Whether Stripe could not be reached, or failed, also during an account's deletion, so that a retry may succeed. */
export function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError } = Stripe.errors
  if (getErrorCode(error) === 'account_not_deleted') return isOutage(getProperty(error, 'cause'))
  return error instanceof StripeConnectionError || error instanceof StripeAPIError
}
