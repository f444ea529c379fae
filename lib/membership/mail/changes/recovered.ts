import { previewNextInvoice } from '../../mirror/stripeState'
import { createNextFacts, isRecent, type MembershipChange } from '../change'

/**
 * A failed renewal that an email announced has been paid, and the membership continues. If an email has announced a
 * cancellation or a pause since then, `resumed` is sent instead.
 */
export const recovered: MembershipChange = {
  kind: 'recovered',
  select: () => ({
    join: `join notices n on n.stripe_subscription_id = s.stripe_subscription_id and n.kind = 'failed'`,
    period: 'n.period',
    condition: `s.renews and s.status in ('active', 'trialing') and n.sent_at is not null and ${isRecent('n.period', 30)}
      and not exists (select from notices later where later.stripe_subscription_id = n.stripe_subscription_id
        and (later.kind = 'failed' and later.period > n.period
          or later.kind in ('canceled', 'paused') and later.sent_at > n.sent_at))`,
  }),
  read: async ({ billing: { stripe, now }, row, subscription }) => {
    const created = { gte: Math.floor(row.period.getTime() / 1000) }
    const { data } = await stripe.invoices.list({ subscription: subscription.id, created, limit: 100 })
    const weekAgo = now().getTime() / 1000 - 7 * 86_400
    const paid = data.filter(({ status_transitions: { paid_at } }) => paid_at !== null && paid_at > weekAgo)
    const amount = paid.reduce((sum, { amount_paid }) => sum + amount_paid, 0)
    const next = await previewNextInvoice(stripe, subscription)
    if (!next || amount === 0 || data.some(({ status }) => status === 'open')) return undefined
    const { names, values } = createNextFacts(subscription, next)
    return { amount, values, above: ['recoveredText', 'guestNext', ...names], below: ['newCard'] }
  },
}
