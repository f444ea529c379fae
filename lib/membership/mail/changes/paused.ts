import { getAccessStatus } from '../../mirror/stripeState'
import { toDate } from '../../stripe'
import { isRecent, type MembershipChange } from '../change'

/** The studio has paused a membership's payment collection in Stripe's dashboard. */
export const paused: MembershipChange = {
  kind: 'paused',
  select: () => ({ period: 's.paused_at', condition: `s.status = 'paused' and ${isRecent('s.paused_at')}` }),
  read: async ({ subscription }) => {
    if (getAccessStatus(subscription) !== 'paused') return undefined
    const date = toDate(subscription.pause_collection?.resumes_at)
    return date ? { date, above: ['pausedUntilText'] } : {}
  },
}
