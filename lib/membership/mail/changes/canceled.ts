import { readDisputedPayment } from '../../disputes'
import { findMembershipItem } from '../../membershipProduct'
import { isRenewing } from '../../mirror/stripeState'
import { toDate } from '../../stripe'
import { isRecent, type MembershipChange } from '../change'

/** A member has canceled, or a payment was disputed: the membership stays active until its period ends. */
export const canceled: MembershipChange = {
  kind: 'canceled',
  select: () => ({
    period: 's.canceled_at',
    condition: `${isRecent('s.canceled_at')} and s.status in ('active', 'trialing') and not s.renews`,
  }),
  read: async ({ billing, subscription }) => {
    const { ended_at, cancel_at } = subscription
    if (ended_at !== null || isRenewing(subscription)) return undefined
    const date = toDate(cancel_at ?? findMembershipItem(subscription)?.current_period_end)
    const disputed = await readDisputedPayment(billing.stripe, subscription)
    return { date, ...(disputed && { ...disputed, prefix: 'disputed' }) }
  },
}
