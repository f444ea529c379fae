import type Stripe from 'stripe'
import { log } from '../log.ts'
import { hasFields } from './stripe.ts'

/** The metadata that marks the site's portal configuration among those in the Stripe account. */
const portalMetadata = { purpose: 'creators-circle-membership' }

/** The portal's settings: what customers may change, and the login page. */
const portalParams = {
  features: {
    // Buyers are businesses, so they may enter a tax id. Emails are changed on the site instead, which confirms them.
    customer_update: { enabled: true, allowed_updates: ['address', 'name', 'phone', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: {
      enabled: true,
      mode: 'at_period_end',
      cancellation_reason: {
        enabled: true,
        options: ['too_expensive', 'unused', 'switched_service', 'other'],
      },
    },
    subscription_pause: { enabled: false },
    subscription_update: { enabled: false },
  },
  // The login page emails a portal link to guests, and to members who cannot sign in to the site.
  login_page: { enabled: true },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams

/**
 * Finds the portal's configuration by its metadata, creates a missing one, and corrects a changed one. Members and
 * guests can cancel at the period's end and say why, change the card, name, address, phone and tax id, and read invoices.
 * They cannot switch to another price, pause, or change the email.
 *
 * @returns the configuration's id
 */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const { configurations } = stripe.billingPortal
  const configuration = await findPortal(stripe)
  if (!configuration) return (await configurations.create({ ...portalParams, metadata: portalMetadata })).id
  if (!isPortalCurrent(configuration)) {
    log.warn('billing', `portal: ${configuration.id} differs from the site's settings; updating it`)
    await configurations.update(configuration.id, portalParams)
  }
  return configuration.id
}

/** Finds the site's active portal configuration; undefined when there is none yet. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.purpose === portalMetadata.purpose) return configuration
  }
  return undefined
}

/** Whether a configuration has every intended setting. */
export function isPortalCurrent(configuration: Stripe.BillingPortal.Configuration): boolean {
  return hasFields(configuration, portalParams)
}
