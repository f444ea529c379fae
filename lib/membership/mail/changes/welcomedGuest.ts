import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'
import { isLive, liveStatuses } from '../../mirror/entitlement'
import { type ChangeContext, createGuestFacts, isRecent, type MembershipChange } from '../change'
import { readPurchase } from './welcomed'

const live = liveStatuses.map((status) => `'${status}'`).join()

/** SQL: whether a membership is the oldest live one of a guest, that is, a buyer who has not signed in yet. */
const isUnopened = `c.user_id is null and c.email is not null and s.stripe_subscription_id = (
  select o.stripe_subscription_id from subscriptions o
  where o.stripe_customer_id = c.stripe_customer_id and o.status in (${live}) order by o.started_at limit 1)`

/**
 * A guest's membership has begun, or the studio has corrected the guest's email in Stripe. The guest is emailed a
 * sign-in link; signing in attaches the membership.
 */
export const welcomedGuest: MembershipChange = {
  kind: 'guest',
  select: () => ({ period: 'coalesce(c.email_changed_at, s.started_at)', condition: isUnopened }),
  read: readLink,
}

/** A guest has still not signed in 3 or 14 days after the purchase. */
export const remindedGuest: readonly MembershipChange[] = [3, 14].map((days) => {
  const period = `s.started_at + interval '${days} days'`
  return {
    ...welcomedGuest,
    kind: 'reminder',
    select: () => ({ period, condition: `${isUnopened} and ${period} <= $1 and ${isRecent(period)}` }),
    read: async (context) => {
      const facts = await readLink(context)
      return facts && { ...facts, above: ['reminderText'] }
    },
  }
})

async function readLink({ billing, row, subscription, email }: ChangeContext) {
  if (!row.isGuest || !isLive(subscription.status)) return undefined
  const purchase = await readPurchase(billing, subscription, 'guest')
  const account = `${billing.siteOrigin}${pages.account.path}`
  const link = await createGuestFacts(billing, email, skipPasswordStep(account))
  return {
    ...purchase,
    ...link,
    below: [...link.below, ...(purchase.below ?? [])],
    values: { ...purchase.values, ...link.values },
  }
}
