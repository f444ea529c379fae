import { readDisputedPayment } from '../../disputes'
import { deletionComment } from '../../endings'
import { hasUsedIntroPrice, wasEverPaid } from '../../mirror/stripeState'
import { offerPath } from '../../offer/offerPath'
import { getExpanded, toDate } from '../../stripe'
import { isRecent, type MembershipChange } from '../change'

/** A membership has ended: unpaid, after a dispute, or at the request of its member or the studio. */
export const ended: MembershipChange = {
  kind: 'ended',
  select: () => ({ period: 's.ended_at', condition: `s.status = 'canceled' and ${isRecent('s.ended_at')}` }),
  read: async ({ billing, subscription }) => {
    const { ended_at, canceled_at, cancellation_details } = subscription
    if (ended_at === null || !wasEverPaid(subscription)) return undefined
    // If the deletion failed halfway, the account still exists an hour later, and its owner gets this email.
    const isDeleting = billing.now() < new Date((ended_at + 3600) * 1000)
    if (isDeleting && cancellation_details?.comment === deletionComment) return undefined
    const facts = { date: toDate(ended_at), url: `${billing.siteOrigin}${offerPath}` }
    // A membership that the studio gave away leaves the introductory price unused.
    const returning = hasUsedIntroPrice([subscription]) ? ['endedReturn'] : []
    const invoice = getExpanded(subscription.latest_invoice)
    if (cancellation_details?.reason === 'payment_failed' && invoice)
      return { ...facts, amount: invoice.amount_due, above: ['endedUnpaidText', ...returning] }
    const disputed = await readDisputedPayment(billing.stripe, subscription)
    if (disputed) return { ...facts, ...disputed, above: ['endedDisputedText'] }
    // Immediate cancellations come from the studio.
    const isRequested = canceled_at !== null && canceled_at < ended_at
    return { ...facts, above: isRequested ? ['endedText', ...returning] : ['endedByStudioText'] }
  },
}
