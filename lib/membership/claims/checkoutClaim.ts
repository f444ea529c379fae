import { RequestProblem } from '@/lib/api/problem'
import { retrieveCheckout } from '../checkout/checkoutStatus'
import type { Billing } from '../context'
import { getId } from '../stripe'
import { resendClaimMail } from './claimMail'

/**
 * Mails the claim link again to the guest who paid in a checkout.
 *
 * @param sender - a fingerprint of the client's network
 * @throws RequestProblem 404 `no_checkout` or `no_claim`; errors of `resendClaimMail`
 */
export async function mailCheckoutClaim(billing: Billing, sessionId: string, sender: string): Promise<void> {
  const session = await retrieveCheckout(billing, sessionId, sender)
  const customer = getId(session.customer)
  if (session.status !== 'complete' || !customer) throw new RequestProblem(404, 'no_claim')
  await resendClaimMail(billing, customer, sender)
}
