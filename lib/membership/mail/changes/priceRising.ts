import { noticeLeadDays } from '@/lib/content/text/offerValues'
import { log } from '@/lib/log'
import { findMembershipItem } from '../../membershipProduct'
import { getFee } from '../../mirror/fees'
import { previewNextInvoice } from '../../mirror/stripeState'
import type { ChangeContext, ChangeFacts, MembershipChange } from '../change'

const dayMs = 86_400_000

/**
 * Defines a notice of a price change. Fewer than `minLeadDays` days before the charge, it is still sent, but an alert
 * is logged.
 */
const definePriceRise = (
  kind: 'introEnd' | 'feeChange',
  condition: string,
  minLeadDays: number,
): MembershipChange => ({
  kind,
  select: () => ({
    period: 's.current_period_end',
    amount: 's.next_fee',
    condition: `s.renews and s.next_fee <> s.fee and ${condition} and s.current_period_end > $1
      and s.current_period_end <= $1::timestamptz + interval '${noticeLeadDays[kind]} days'`,
  }),
  read: async (context) => {
    const { billing, row } = context
    const charge = await readNextCharge(context, kind)
    const isSamePeriod = charge?.date.getTime() === row.period.getTime()
    const leadDays = (row.period.getTime() - billing.now().getTime()) / dayMs
    if (!charge || !isSamePeriod || charge.previousAmount === charge.amount || leadDays < 0) return undefined
    if (leadDays < minLeadDays)
      log.error(
        'billing',
        `ALERT ${kind} of ${row.subscription} is sent only ${leadDays.toFixed(1)} days before the charge.`,
      )
    return charge
  },
})

/** SQL: whether the introductory coupon ends with the current period. */
const introEnds = `coalesce(s.intro_ends_at <= s.current_period_end + interval '1 day', false)`

/** The introductory price ends: Cal. Bus. & Prof. Code § 17602(b)(1), (g)(2). */
export const introEnding = definePriceRise('introEnd', introEnds, 7)

/** The regular price changes. Alerts only when a notice is more than a day later than the terms promise. */
export const priceRising = definePriceRise('feeChange', `not ${introEnds}`, noticeLeadDays.feeChange - 1)

const anniversary = `s.started_at + interval '1 year' * extract(year from
  age($1::timestamptz + interval '${noticeLeadDays.yearly} days', s.started_at))::int`

/** A membership reaches its anniversary: Cal. Bus. & Prof. Code § 17602(h). */
export const yearlyReminder: MembershipChange = {
  kind: 'yearly',
  select: () => ({
    period: anniversary,
    condition: `s.renews and s.next_fee is not null and ${anniversary} > s.started_at`,
  }),
  read: (context) => readNextCharge(context, 'yearly'),
}

/**
 * Reads the date and fee of the next charge, and the current fee, with the messages that the law requires. Undefined
 * when there is no next charge.
 */
async function readNextCharge(
  { billing: { stripe }, row, subscription }: ChangeContext,
  kind: string,
): Promise<(ChangeFacts & { date: Date; amount: number }) | undefined> {
  const amount = getFee(await previewNextInvoice(stripe, subscription))
  const item = findMembershipItem(subscription)
  if (!item || amount === null) return undefined
  // The messages state a monthly price. Stripe's dashboard allows other intervals.
  const { recurring } = item.price
  if (recurring?.interval !== 'month' || recurring.interval_count !== 1)
    throw new Error(`ALERT ${subscription.id} is not billed monthly: send its notice manually.`)
  return {
    date: new Date(item.current_period_end * 1000),
    previousAmount: getFee(subscription.latest_invoice) ?? row.fee ?? amount,
    amount,
    above: [`${kind}Text`, row.isGuest ? 'guestText' : 'cancelText'],
  }
}
