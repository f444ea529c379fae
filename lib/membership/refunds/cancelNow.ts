import type Stripe from 'stripe'
import { endedStatuses } from '../mirror/entitlement'
import { isMissing } from '../stripe'

/**
 * Ends a subscription at once, without a last invoice; an ended one is accepted.
 * https://docs.stripe.com/api/subscriptions/cancel
 *
 * @throws when Stripe does not confirm its end
 */
export async function cancelNow(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions
    .cancel(id, { invoice_now: false, prorate: false })
    .catch(async (error: unknown) => {
      // After a lost response the client retries, and Stripe reports that the subscription was already canceled.
      if (!isMissing(error)) throw error
      const { status } = await stripe.subscriptions.retrieve(id)
      if (!endedStatuses.includes(status)) throw error
    })
}
