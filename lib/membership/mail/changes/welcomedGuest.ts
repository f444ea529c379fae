import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'
import type { Billing } from '../../context'
import { liveStatuses } from '../../mirror/entitlement'
import { feeExpandFields } from '../../mirror/fees'
import {
  createGuestFacts,
  isRecent,
  type MailRow,
  type MembershipChange,
  type PreparedMail,
  prepareMail,
} from '../change'
import { readPurchase } from './welcomed'

const live = liveStatuses.map((status) => `'${status}'`).join()

/** The oldest live membership of a guest, who has not signed in. */
const isUnopened = `c.user_id is null and c.email is not null and s.stripe_subscription_id = (
  select o.stripe_subscription_id from subscriptions o
  where o.stripe_customer_id = c.stripe_customer_id and o.status in (${live}) order by o.started_at limit 1)`

/**
 * A guest's membership has begun, or the studio has corrected the guest's email at Stripe. The email has a link that
 * signs in, and thereby attaches the membership. Without a mail server, the account service emails the link.
 */
export const welcomedGuest: MembershipChange = {
  kind: 'guest_purchase',
  isSentWithoutServer: true,
  select: () => ({ period: 'coalesce(c.email_changed_at, s.started_at)', condition: isUnopened }),
  prepare: (billing, row) => prepareLink(billing, row, 'guest'),
}

/** A guest has not signed in for some days after the purchase. */
export const remindedGuest: readonly MembershipChange[] = [3, 14].map((days) => {
  const period = `s.started_at + interval '${days} days'`
  return {
    kind: 'guest_reminder',
    isSentWithoutServer: true,
    select: () => ({ period, condition: `${isUnopened} and ${period} <= $1 and ${isRecent(period)}` }),
    prepare: (billing, row) => prepareLink(billing, row, 'reminder'),
  }
})

async function prepareLink(
  billing: Billing,
  { customer, subscription: id }: MailRow,
  prefix: 'guest' | 'reminder',
): Promise<PreparedMail | undefined> {
  const { mail: services, stripe, siteOrigin, database } = billing
  const [guest] = await database.sql<{ email: string }>(
    `select email from customers c where stripe_customer_id = $1 and user_id is null and email is not null
       and exists (select from subscriptions s where s.stripe_customer_id = $1 and s.status in (${live}))`,
    [customer],
  )
  if (!guest) return undefined
  const next = skipPasswordStep(`${siteOrigin}${pages.account.path}`)
  if (!services) return { send: () => billing.mailSignInLink(guest.email, next) }
  const subscription = await stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] })
  const purchase = await readPurchase(stripe, subscription, 'guest')
  const link = await createGuestFacts(billing, guest.email, next)
  const facts = {
    ...purchase,
    ...(prefix === 'reminder' && { above: ['reminderText'] }),
    ...link,
    below: [...link.below, ...(purchase.below ?? [])],
    values: { ...purchase.values, ...link.values },
  }
  return prepareMail(services, { group: 'purchases', prefix, to: guest.email, subscription, facts })
}
