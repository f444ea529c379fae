import Stripe from 'stripe'
import { isInvalidRequest } from '@/lib/membership/stripe'
import type { Findings } from '../lib/findings.ts'

/** An id that nothing has: Stripe checks the permission first, and then finds nothing to change. */
const nothing = 'doctor_looks_for_a_permission'

/** One request for each permission that the site needs, by the name of the permission in Stripe's dashboard. */
const requests: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Customers: write': ({ customers }) => customers.update(nothing, { description: '' }),
  'Products: write': ({ products }) => products.update(nothing, { active: true }),
  'Prices: write': ({ prices }) => prices.update(nothing, { active: true }),
  'Coupons: write': ({ coupons }) => coupons.update(nothing, { name: nothing }),
  'Checkout Sessions: write': ({ checkout }) => checkout.sessions.expire(nothing),
  'Subscriptions: write': ({ subscriptions }) => subscriptions.cancel(nothing),
  'Invoices: write (for previews)': ({ invoices }) => invoices.createPreview({ subscription: nothing }),
  'Charges and Refunds: write': ({ refunds }) => refunds.create({ payment_intent: nothing }),
  'Customer portal: write': ({ billingPortal }) => billingPortal.sessions.create({ customer: nothing }),
  'Webhook Endpoints: write': ({ webhookEndpoints }) => webhookEndpoints.update(nothing, { disabled: false }),
  'PaymentIntents: read': ({ paymentIntents }) => paymentIntents.retrieve(nothing),
  'Charges: read': ({ charges }) => charges.retrieve(nothing),
  'Disputes: read': ({ disputes }) => disputes.retrieve(nothing),
  'Events: read': ({ events }) => events.list({ limit: 1 }),
}

/** Tries every permission of Stripe that the site needs, with requests that change nothing. */
export async function checkPermissions(findings: Findings, stripe: Stripe): Promise<void> {
  const missing = await Promise.all(
    Object.entries(requests).map(async ([name, request]) => ((await isAllowed(stripe, request)) ? [] : name)),
  )
  const names = missing.flat()
  findings.expect(
    names.length === 0,
    'The key has every permission that the site needs.',
    `The key lacks permissions: ${names.join('; ')}. Add them in Stripe's dashboard (Developers, API keys).`,
  )
}

async function isAllowed(stripe: Stripe, request: (stripe: Stripe) => Promise<unknown>): Promise<boolean> {
  try {
    await request(stripe)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false
    if (isInvalidRequest(error)) return true
    throw error
  }
}
