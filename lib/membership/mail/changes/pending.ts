import { pages } from '@/lib/pages'
import { isPaymentProcessing } from '../../mirror/stripeState'
import { getExpanded } from '../../stripe'
import { isRecent, type MembershipChange } from '../change'

/** Klarna or a bank is processing the first payment. Until it decides, guests cannot sign in, so the email has no link. */
export const pending: MembershipChange = {
  kind: 'pending',
  select: () => ({
    period: 's.started_at',
    condition: `s.status = 'incomplete' and ${isRecent('s.started_at')}`,
  }),
  read: async ({ billing, subscription }) => {
    const amount = getExpanded(subscription.latest_invoice)?.amount_due
    if (!amount || !(await isPaymentProcessing(billing.stripe, [subscription]))) return undefined
    return { amount, url: `${billing.siteOrigin}${pages.contact.path}?topic=membership` }
  },
}
