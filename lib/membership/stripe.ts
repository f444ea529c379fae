import Stripe from 'stripe'
import { getProperty } from '../errorCode.ts'

/**
 * Creates a Stripe client. The API's host is set only here; the API version is the SDK's. A request times out after 8
 * seconds, and is retried once.
 *
 * @param key - a secret or restricted key
 * @param origin - the origin of the API; by default, Stripe's own
 */
export function createStripe(key: string, origin?: string): Stripe {
  const url = origin ? new URL(origin) : undefined
  const host = url && {
    host: url.hostname,
    port: url.port || (url.protocol === 'http:' ? 80 : 443),
    protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
  }
  return new Stripe(key, { timeout: 8000, maxNetworkRetries: 1, ...host, telemetry: false })
}

/** Whether Stripe found the request itself invalid, so that a retry would not help. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError
}

/** Whether Stripe reports that an object does not exist. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing'
}

/** Whether Stripe rejects an email. Stripe's validation is stricter than the site's. */
export function isEmailRefused(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'email_invalid'
}

/** Returns the id of an object that Stripe returns as an id or expanded. */
export function getId(value: string | { id: string }): string
export function getId(value: string | { id: string } | null | undefined): string | undefined
export function getId(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : (value?.id ?? undefined)
}

/** Returns an object that Stripe returns as an id or expanded; null unless it is expanded. */
export const getExpanded = <Expanded>(value: string | Expanded | null): Expanded | null =>
  typeof value === 'string' ? null : value

/** Converts a Stripe timestamp (Unix time in seconds) to a date. */
export function toDate(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null
}

/** Whether an object has all properties of the expected one, with equal values. The order of lists does not matter. */
export function hasFields(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    // Stripe does not document the order of its lists.
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item) => actual.includes(item))
    )
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected
  return Object.entries(expected).every(([name, value]) => hasFields(getProperty(actual, name), value))
}
