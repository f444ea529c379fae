import { previewNextInvoice } from '../../mirror/stripeState'
import { createNextFacts, type MembershipChange } from '../change'

/** A membership continues after the latest cancellation or pause that an email announced. */
export const resumed: MembershipChange = {
  kind: 'resumed',
  select: () => ({
    join: `join notices n on n.stripe_subscription_id = s.stripe_subscription_id and n.kind in ('canceled', 'paused')`,
    period: 'n.period',
    condition: `s.renews and s.status <> 'paused' and n.sent_at is not null and not exists (select from notices later
      where later.stripe_subscription_id = n.stripe_subscription_id and later.kind in ('canceled', 'paused')
      and later.period > n.period)`,
  }),
  read: async ({ billing, subscription }) => {
    const next = await previewNextInvoice(billing.stripe, subscription)
    if (!next) return undefined
    const { nextDate, names, values } = createNextFacts(subscription, next)
    return { amount: next.amount_due, date: nextDate, values, above: ['resumedText', ...names] }
  },
}
