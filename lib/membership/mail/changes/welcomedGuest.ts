import { randomBytes } from 'node:crypto'
import { log } from '@/lib/log'
import { generateClaimLink, inviteByEmail } from '../../claims/claimLink'
import type { Billing } from '../../context'
import { liveStatuses } from '../../mirror/entitlement'
import { feeExpandFields } from '../../mirror/fees'
import { type MembershipChange, type PreparedMail, prepareMail } from '../change'
import { TextMissing } from '../compose'
import { readPurchase } from './welcomed'

const live = liveStatuses.map((status) => `'${status}'`).join()

/** An SQL condition for unclaimed purchases of guests whose membership still exists. */
export const waitingClaimCondition = `claims.claimed_at is null
  and exists (select from customers where customers.stripe_customer_id = claims.stripe_customer_id and user_id is null)
  and exists (select from subscriptions where subscriptions.stripe_customer_id = claims.stripe_customer_id
    and status in (${live}))`

/**
 * A guest's membership has begun, or the guest has requested the link to it again. The email has the claim link. Without
 * a mail server or a text, the account service mails the link with its own template.
 */
export const welcomedGuest: MembershipChange = {
  kind: 'guest_purchase',
  isSentWithoutServer: true,
  select: () => ({
    join: 'join claims using (stripe_customer_id)',
    period: 'claims.requested_at',
    condition: `${waitingClaimCondition} and s.stripe_subscription_id = (
        select o.stripe_subscription_id from subscriptions o
        where o.stripe_customer_id = claims.stripe_customer_id and o.status in (${live}) order by o.started_at limit 1)
      and not exists (select from notices n join subscriptions o using (stripe_subscription_id)
        where o.stripe_customer_id = claims.stripe_customer_id and n.kind = 'guest_purchase'
          and n.period = claims.requested_at)`,
  }),
  prepare: async (billing, { customer, subscription: id, period }) => {
    const [claim] = await billing.database.sql<{ email: string; nonce: string }>(
      `update claims set nonce = coalesce(nonce, $1)
        where ${waitingClaimCondition} and stripe_customer_id = $2 and requested_at = $3 returning email, nonce`,
      [randomBytes(16).toString('hex'), customer, period],
    )
    if (!claim) return undefined
    const { email, nonce } = claim
    return (
      (await prepareWithTexts(billing, id, claim)) ?? {
        send: () => inviteByEmail(billing.siteOrigin, email, nonce),
      }
    )
  },
}

async function prepareWithTexts(
  { mail: services, stripe, siteOrigin }: Billing,
  id: string,
  { email, nonce }: { email: string; nonce: string },
): Promise<PreparedMail | undefined> {
  if (!services) return undefined
  const subscription = await stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] })
  const { above = [], values, ...purchase } = await readPurchase(stripe, subscription, 'guest')
  const url = await generateClaimLink(siteOrigin, email, nonce)
  const facts = {
    ...purchase,
    url,
    above: [...above, 'guestOpen'],
    values: { ...values, page: `${siteOrigin}/claim` },
  }
  return prepareMail(services, { group: 'purchases', prefix: 'guest', to: email, subscription, facts }).catch(
    (error: unknown) => {
      if (!(error instanceof TextMissing)) throw error
      log.error('billing', 'outbox: writing the purchase email failed; guests get an invitation', error)
      return undefined
    },
  )
}
