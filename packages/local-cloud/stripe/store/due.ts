import { idOf, type Objects } from '../types.ts'

type Subscription = Objects['subscription']
type Invoice = Objects['invoice']
type Session = Objects['checkout.session']
type Coupon = Objects['coupon']

/** How long a subscription may wait for its first payment (https://docs.stripe.com/billing/subscriptions/overview). */
export const FIRST_PAYMENT_TIME = 23 * 3600

const RUNNING = new Set<string>(['active', 'trialing', 'past_due', 'unpaid'])

function subscriptionDue(subscription: Subscription): number | null {
  if (subscription.status === 'incomplete') return subscription.created + FIRST_PAYMENT_TIME
  if (!RUNNING.has(subscription.status)) return null
  const ends = subscription.items.data.map(({ current_period_end }) => current_period_end)
  const resumes = subscription.pause_collection?.resumes_at ?? Infinity
  return Math.min(...ends, subscription.cancel_at ?? Infinity, resumes)
}

function invoiceDue(invoice: Invoice): number | null {
  if (!invoice.auto_advance) return null
  if (invoice.status === 'draft') return invoice.automatically_finalizes_at
  return invoice.status === 'open' ? invoice.next_payment_attempt : null
}

function isSubscription(body: { object: unknown }): body is Subscription {
  return body.object === 'subscription'
}
function isInvoice(body: { object: unknown }): body is Invoice {
  return body.object === 'invoice'
}
function isSession(body: { object: unknown }): body is Session {
  return body.object === 'checkout.session'
}

function isCoupon(body: { object: unknown }): body is Coupon {
  return body.object === 'coupon'
}

/** When something happens to an object by itself, and on which test clock. Seconds since 1970. */
export function dueOf(body: object): [at: number | null, clock: string | null] {
  if (!('object' in body)) return [null, null]
  if (isSubscription(body)) return [subscriptionDue(body), idOf(body.test_clock)]
  if (isInvoice(body)) return [invoiceDue(body), idOf(body.test_clock)]
  if (isSession(body)) return [body.status === 'open' ? body.expires_at : null, null]
  if (isCoupon(body)) return [body.valid ? body.redeem_by : null, null]
  return [null, null]
}
