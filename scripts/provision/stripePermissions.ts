import Stripe from 'stripe'
import { isInvalidRequest } from '@/lib/membership/stripe'
import type { Findings } from './findings.ts'

/** An id that does not exist: Stripe checks the permission first, and then finds no object. */
const missingId = 'doctor_looks_for_a_permission'

/** One request for each permission that the site needs, by the name of the permission in Stripe's dashboard. */
const requests: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Customers: write': ({ customers }) => customers.update(missingId, { description: '' }),
  'Products: write': ({ products }) => products.update(missingId, { active: true }),
  'Prices: write': ({ prices }) => prices.update(missingId, { active: true }),
  'Coupons: write': ({ coupons }) => coupons.update(missingId, { name: missingId }),
  'Checkout Sessions: write': ({ checkout }) => checkout.sessions.expire(missingId),
  'Subscriptions: write': ({ subscriptions }) => subscriptions.cancel(missingId),
  'Invoices: write (for previews)': ({ invoices }) => invoices.createPreview({ subscription: missingId }),
  'Customer portal: write': ({ billingPortal }) => billingPortal.sessions.create({ customer: missingId }),
  'Webhook Endpoints: write': ({ webhookEndpoints }) =>
    webhookEndpoints.update(missingId, { disabled: false }),
  'PaymentIntents: read': ({ paymentIntents }) => paymentIntents.retrieve(missingId),
  'Charges: read': ({ charges }) => charges.retrieve(missingId),
  'Disputes: read': ({ disputes }) => disputes.retrieve(missingId),
  'Events: read': ({ events }) => events.list({ limit: 1 }),
}

/** Checks every permission that the site needs, with requests that change nothing. */
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
