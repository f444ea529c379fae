import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'
import type { Billing } from '../../context'
import { isLive, liveStatuses } from '../../mirror/entitlement'
import { parseStatus } from '../../mirror/stripeState'
import { type ChangeContext, createGuestFacts, isRecent, type MembershipChange } from '../change'
import { readPurchase } from './welcomed'

const live = liveStatuses.map((status) => `'${status}'`).join()

/** The oldest live membership of a guest, who has not signed in. */
const isUnopened = `c.user_id is null and c.email is not null and s.stripe_subscription_id = (
  select o.stripe_subscription_id from subscriptions o
  where o.stripe_customer_id = c.stripe_customer_id and o.status in (${live}) order by o.started_at limit 1)`

const getTarget = ({ siteOrigin }: Billing) => skipPasswordStep(`${siteOrigin}${pages.account.path}`)

/**
 * A guest's membership has begun, or the studio has corrected the guest's email at Stripe. The email has a link that
 * signs in, and thereby attaches the membership. Without a mail server, the account service emails the link.
 */
export const welcomedGuest: MembershipChange = {
  kind: 'guest_purchase',
  group: 'purchases',
  prefix: 'guest',
  select: () => ({ period: 'coalesce(c.email_changed_at, s.started_at)', condition: isUnopened }),
  isDue: ({ row, subscription }) => row.isGuest && isLive(parseStatus(subscription)),
  read: readLink,
  sendWithoutServer: ({ billing, email }) => billing.mailSignInLink(email, getTarget(billing)),
}

/** A guest has not signed in for some days after the purchase. */
export const remindedGuest: readonly MembershipChange[] = [3, 14].map((days) => {
  const period = `s.started_at + interval '${days} days'`
  return {
    ...welcomedGuest,
    kind: 'guest_reminder',
    prefix: 'reminder',
    select: () => ({ period, condition: `${isUnopened} and ${period} <= $1 and ${isRecent(period)}` }),
    read: async (context) => ({ ...(await readLink(context)), above: ['reminderText'] }),
  }
})

async function readLink({ billing, subscription, email }: ChangeContext) {
  const purchase = await readPurchase(billing.stripe, subscription, 'guest')
  const link = await createGuestFacts(billing, email, getTarget(billing))
  return {
    ...purchase,
    ...link,
    below: [...link.below, ...(purchase.below ?? [])],
    values: { ...purchase.values, ...link.values },
  }
}
