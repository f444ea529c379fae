import type Stripe from 'stripe'
import { pages } from '@/lib/pages'
import type { Billing } from '../../context'
import { findCheckout, previewNextInvoice } from '../../mirror/stripeState'
import { getExpanded, toDate } from '../../stripe'
import { type ChangeFacts, createNextFacts, isRecent, type MembershipChange } from '../change'

/** The maximum number of days that a bank takes to decide on a delayed payment. */
const maxDelayDays = 21

/** A user's membership, bought in one of the site's checkouts or created by the studio, has begun. */
export const welcomed: MembershipChange = {
  kind: 'member',
  select: () => ({
    period: 's.started_at',
    condition: `s.status in ('active', 'trialing') and s.user_id is not null and ${isRecent('s.started_at', maxDelayDays)}
      and not exists (select from notices n
        where n.stripe_subscription_id = s.stripe_subscription_id and n.kind in ('member', 'guest'))`,
  }),
  read: async ({ billing, row, subscription }) => {
    const purchase = await readPurchase(billing, subscription, 'member')
    const ended = await billing.database.sql(
      `select from subscriptions where stripe_customer_id = $1 and status = 'canceled' and ended_at <= $2`,
      [row.customer, row.period],
    )
    const isReturn = ended.length > 0 && purchase.amount > 0
    return isReturn ? { ...purchase, prefix: 'returned', above: ['returnedText'] } : purchase
  },
}

/**
 * Reads how a membership began: the charge, the terms as Checkout showed them, and the next payment.
 *
 * @param kind - the kind of the email
 */
export async function readPurchase(
  { stripe, siteOrigin }: Billing,
  subscription: Stripe.Subscription,
  kind: 'member' | 'guest',
): Promise<ChangeFacts & { amount: number }> {
  const checkout = await findCheckout(stripe, subscription.id)
  const amount = checkout?.amount_total ?? getExpanded(subscription.latest_invoice)?.amount_paid ?? 0
  const terms = checkout?.custom_text.submit?.message ?? ''
  // Without a preview, the email mentions no next payment.
  const next = await previewNextInvoice(stripe, subscription).catch(() => null)
  const { nextDate, names, values } = createNextFacts(subscription, next)
  return {
    amount,
    date: toDate(subscription.created),
    values: {
      terms,
      termsPage: `${siteOrigin}${pages.terms.path}`,
      ...values,
    },
    // A membership that the studio gives away has no charge.
    above: [amount > 0 ? `${kind}Text` : 'freeText'],
    below: [...(terms ? ['terms'] : []), ...(nextDate ? ['guestNext', ...names] : []), `${kind}Cancel`],
  }
}
