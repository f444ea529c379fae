import { runAfterResponse } from '@/lib/afterResponse'
import { RequestProblem } from '@/lib/api/problem'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { sendMails } from '../mail/dueMails'
import { waitingClaimCondition } from '../mail/purchase'
import { liveStatuses } from '../mirror/entitlement'

/** Limits the repeated mails to each recipient, from all networks together. */
const recipientLimit: RateLimit = { name: 'claim-mail', count: 5, seconds: 3600 }
/** Limits the requests that name an email, for each email, with or without a purchase. */
const requestLimit: RateLimit = { name: 'claim-request', count: 10, seconds: 3600 }
/**
 * Limits the requests for each email and network. Lower than the limits above, so that one network cannot use them up,
 * and the owner of the email can still request the link.
 */
const senderLimit: RateLimit = { name: 'claim-request-sender', count: 3, seconds: 3600 }

/**
 * Mails the confirmation of a guest's purchase again, with a new claim link, only to the email that Stripe has on
 * record.
 *
 * @param sender - a fingerprint of the client's network
 * @throws RequestProblem 404 `no_claim`, 429 `too_many_requests`, 503 `accounts_unavailable` or `mail_unavailable`;
 * after the last two, the reconciliation retries the mail
 */
export async function resendClaimMail(billing: Billing, customer: string, sender: string): Promise<void> {
  const [claim] = await billing.database.sql<{ email: string }>(
    `select email from claims where ${waitingClaimCondition} and stripe_customer_id = $2`,
    [liveStatuses, customer],
  )
  if (!claim) throw new RequestProblem(404, 'no_claim')
  await enforceSenderLimit(billing, claim.email, sender)
  await mailAnotherLink(billing, customer, claim.email)
}

/**
 * Finds the oldest waiting purchase of an email, and mails a new claim link for it. Neither the response nor its time
 * reveals whether there is a purchase: the response does not wait for the mail. The reconciliation retries a failed
 * mail, but not one that the recipient's limit refuses.
 *
 * @param sender - a fingerprint of the client's network
 * @throws RequestProblem 429 `too_many_requests`, whether there is a purchase or not
 */
export async function mailClaimForEmail(billing: Billing, email: string, sender: string): Promise<void> {
  await enforceSenderLimit(billing, email, sender)
  await enforceRateLimit(billing.database, requestLimit, email.toLowerCase())
  const [claim] = await billing.database.sql<{ customer: string }>(
    `select stripe_customer_id as customer from claims
      where ${waitingClaimCondition} and lower(email) = lower($2) order by created_at limit 1`,
    [liveStatuses, email],
  )
  if (!claim) return
  runAfterResponse(
    mailAnotherLink(billing, claim.customer, email).catch((error: unknown) =>
      log.error(
        'billing',
        'claims: mailing another link failed; it is retried unless a limit refused it',
        error,
      ),
    ),
  )
}

const enforceSenderLimit = ({ database }: Billing, email: string, sender: string) =>
  enforceRateLimit(database, senderLimit, `${sender} ${email.toLowerCase()}`)

async function mailAnotherLink(billing: Billing, customer: string, email: string): Promise<void> {
  await enforceRateLimit(billing.database, recipientLimit, email.toLowerCase())
  await billing.database.sql(
    `update claims set requested_at = date_trunc('milliseconds', clock_timestamp()) where stripe_customer_id = $1`,
    [customer],
  )
  const { failures } = await sendMails(billing, { customer })
  for (const cause of failures) {
    throw cause instanceof RequestProblem ? cause : new RequestProblem(503, 'mail_unavailable', { cause })
  }
}
