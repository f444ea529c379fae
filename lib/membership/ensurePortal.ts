import type Stripe from 'stripe'
import { log } from '../log.ts'
import { findPortal, isPortalCurrent, portalMetadata, portalParams } from './portalConfiguration.ts'

/**
 * Finds the portal's configuration by its metadata, creates a missing one, and corrects a changed one. Members and
 * guests can cancel at the period's end and say why, change the card, name, address, phone and tax id, and read invoices.
 * They cannot change the plan or the email, or pause.
 *
 * @returns the configuration's id
 */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const { configurations } = stripe.billingPortal
  const configuration = await findPortal(stripe)
  if (!configuration) return (await configurations.create({ ...portalParams, metadata: portalMetadata })).id
  if (!isPortalCurrent(configuration)) {
    log.warn('billing', `portal: ${configuration.id} was changed in Stripe; it is corrected`)
    await configurations.update(configuration.id, portalParams)
  }
  return configuration.id
}
