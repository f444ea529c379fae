import type Stripe from 'stripe'
import { getProperty } from '@/lib/errorCode'

/** Marks the configuration that is ours among those of the account. */
export const portalMetadata = { purpose: 'creators-circle-membership' }

/** The rights of members in the portal. */
export const portalParams = {
  features: {
    customer_update: { enabled: false },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_pause: { enabled: false },
    subscription_update: { enabled: false },
  },
  // Guests, and members who cannot sign in, cancel there with a link by email.
  login_page: { enabled: true },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams

/** The portal's configuration; undefined when there is none yet. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (one.metadata?.purpose === portalMetadata.purpose) return one
  }
  return undefined
}

/** Whether a configuration gives members exactly the intended rights. */
export function isPortalCurrent(configuration: Stripe.BillingPortal.Configuration): boolean {
  return includes(configuration, portalParams)
}

/** Whether an object has everything that another one has. */
function includes(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected
  return Object.entries(expected).every(([name, value]) => includes(getProperty(actual, name), value))
}
