import { RequestProblem } from '@/lib/api/problem'
import { retrieveCheckout } from '../checkout/checkoutStatus'
import type { Billing } from '../context'
import { idOf } from '../stripe'
import { mailClaimAgain } from './claimMail'

/**
 * Mails the guest who paid in a checkout the link again.
 *
 * @throws RequestProblem 404 `no_checkout` or `no_claim`; whatever `mailClaimAgain` throws
 */
export async function mailClaimOf(billing: Billing, sessionId: string, sender: string): Promise<void> {
  const session = await retrieveCheckout(billing, sessionId, sender)
  const customer = idOf(session.customer)
  if (session.status !== 'complete' || !customer) throw new RequestProblem(404, 'no_claim')
  await mailClaimAgain(billing, customer, sender)
}
