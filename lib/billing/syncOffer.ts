import 'server-only'
import { ensureCatalogue } from './catalogue'
import type { Billing } from './context'

/**
 * Makes in Stripe what selling the published offer needs, as soon as it is published. A failure is only logged:
 * every checkout makes it again, and refuses to sell what does not agree.
 */
export async function syncPublishedOffer({
  stripe,
  offer,
}: Pick<Billing, 'stripe' | 'offer'>): Promise<void> {
  try {
    const { terms } = await offer()
    await ensureCatalogue(stripe, terms)
  } catch (error) {
    console.error('[billing] Stripe does not have the published offer yet', error)
  }
}
