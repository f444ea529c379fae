import { hasMembership } from '../../checkout/checkouts'
import { findCheckout } from '../../mirror/stripeState'
import { offerPath } from '../../offer/offerPath'
import { getExpanded, toDate } from '../../stripe'
import { isRecent, type MembershipChange } from '../change'

/** Klarna or a bank has declined the first payment after a completed checkout, and its buyer has not bought again. */
export const declined: MembershipChange = {
  kind: 'declined',
  select: () => ({
    period: 's.started_at',
    condition: `s.status = 'incomplete_expired' and ${isRecent('s.ended_at')} and not exists (
      select from customers oc join subscriptions o using (stripe_customer_id) where lower(oc.email) = lower(c.email)
        and o.status not in ('canceled', 'incomplete_expired'))`,
  }),
  read: async ({ billing, subscription, email }) => {
    const { id, created, latest_invoice } = subscription
    const checkout = await findCheckout(billing.stripe, id)
    const isUnpaid = checkout && getExpanded(latest_invoice)?.amount_paid === 0
    if (!isUnpaid || (await hasMembership(billing, email, 'live'))) return undefined
    const amount = checkout.amount_total ?? 0
    return { amount, date: toDate(created), url: `${billing.siteOrigin}${offerPath}` }
  },
}
