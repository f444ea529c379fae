import type Stripe from 'stripe'
import { noticeLeadDays } from '@/lib/content/noticeLead'
import { log } from '@/lib/log'
import type { Mail } from '@/lib/mail'
import type { Billing } from '../context'
import { type Fees, feeDetails, feesOf } from '../mirror/fees'
import { nextInvoice } from '../mirror/stripeState'
import { membershipItem } from '../ours'
import { pauseAfter } from '../queue'
import { dateOf } from '../stripe'
import type { MailServices } from './mailTexts'
import { type NoticeKind, writeNotice } from './noticeMail'
import { writeRefunded } from './purchaseMail'

/** Later than this breaks the law (§ 17602(g)(2)) or, for a change, the terms, and is reported. Days. */
const lateDays = { intro_end: 7, fee_change: noticeLeadDays.fee_change - 1 } as const
const dayMs = 86_400_000

/** How many notices one call sends at most; the scheduler comes again. */
const batch = 20

/** The states in which a membership is charged again. */
const renewing = ['active', 'trialing', 'past_due']

const willRenew = `s.status = any ($2) and not s.cancel_at_period_end and s.cancel_at is null
  and s.next_fee is not null and c.forgotten_at is null and c.deleted_at is null`

type NoticeRow = {
  subscription: string
  customer: string
  kind: NoticeKind | 'refunded'
  period: Date
  /** What was noted. Cents. */
  amount: number
  attempts: number
  isGuest: boolean
  /** What the mirror knows of the present fee. Cents. */
  fee: number | null
}

/**
 * Sends the notices that are due: before the introductory price ends, before a fee changes for another reason, once a
 * year, and when a second membership was given back. Each is noted before it is sent, and sent by one server; one that fails comes again after a pause that grows.
 * EmailJS cannot be asked whether a message was sent, so where its answer is lost it is sent again rather than not at
 * all. Without an account to send with, nothing is noted and nothing is sent.
 *
 * @param until - when to stop, by `Date.now()`; what is left stays due
 * @returns how many were sent, and how many failed
 */
export async function sendNotices(
  billing: Billing,
  until: number,
): Promise<{ sent: number; failed: number }> {
  const result = { sent: 0, failed: 0 }
  if (!billing.mail) return result
  await noteDue(billing)
  const rows = await billing.database.sql<NoticeRow>(
    `select n.stripe_subscription_id as subscription, s.stripe_customer_id as customer, n.kind, n.period, n.attempts,
       n.amount::float8 as amount, s.fee::float8 as fee,
       c.user_id is null and not (n.kind = 'refunded' and exists (
         select from customers o where o.user_id is not null and lower(o.email) = lower(c.email))) as "isGuest"
     from notices n join subscriptions s using (stripe_subscription_id) join customers c using (stripe_customer_id)
     where n.sent_at is null and n.next_attempt_at <= now() and (n.kind in ('yearly', 'refunded') or n.period > $1)
       and c.forgotten_at is null and c.deleted_at is null
     order by n.period, n.stripe_subscription_id limit ${batch}`,
    [billing.now()],
  )
  for (const row of rows) {
    if (Date.now() > until) break
    try {
      if (await sendNotice(billing, billing.mail, row)) result.sent += 1
    } catch (error) {
      result.failed += 1
      log.error('notices', `${row.kind} of ${row.subscription} could not be sent`, error)
      await billing.database.sql(`update notices set last_error = $4 where ${isRow}`, [
        ...keyOf(row),
        String(error),
      ])
    }
  }
  return result
}

const isRow = 'stripe_subscription_id = $1 and kind = $2 and period = $3'
const keyOf = ({ subscription, kind, period }: NoticeRow) => [subscription, kind, period]

/** Notes what is due by the mirror. A fee that changes once more is another notice. */
async function noteDue({ database, now }: Billing): Promise<void> {
  const isIntroEnd = `coalesce(s.intro_ends_at <= s.current_period_end + interval '1 day', false)`
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount)
       select s.stripe_subscription_id, case when ${isIntroEnd} then 'intro_end' else 'fee_change' end,
         s.current_period_end, s.next_fee
       from subscriptions s join customers c using (stripe_customer_id)
       where ${willRenew} and s.next_fee <> s.fee and s.current_period_end > $1
         and s.current_period_end <=
           $1::timestamptz + case when ${isIntroEnd} then $3::int else $4::int end * interval '1 day'
     on conflict (stripe_subscription_id, kind, period) do update
       set amount = excluded.amount, sent_at = null, attempts = 0, last_error = null, next_attempt_at = now()
       where notices.amount <> excluded.amount`,
    [now(), renewing, noticeLeadDays.intro_end, noticeLeadDays.fee_change],
  )
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount)
       select stripe_subscription_id, 'yearly', started_at + years * interval '1 year', next_fee
       from (
         select s.stripe_subscription_id, s.started_at, s.next_fee,
           extract(year from age($1::timestamptz + $3 * interval '1 day', s.started_at))::int as years
         from subscriptions s join customers c using (stripe_customer_id) where ${willRenew}
       ) as member where years > 0
     on conflict do nothing`,
    [now(), renewing, noticeLeadDays.yearly],
  )
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount)
       select stripe_subscription_id, 'refunded', s.started_at, sum(r.amount)
       from refunds r join subscriptions s using (stripe_subscription_id)
       where r.outcome = 'refunded' and r.settled_at > now() - interval '7 days'
         and not exists (select from refunds open
           where open.stripe_subscription_id = s.stripe_subscription_id and open.settled_at is null)
       group by stripe_subscription_id, s.started_at having sum(r.amount) > 0
     on conflict do nothing`,
  )
}

/** @returns whether it was sent; false when somebody else does, or when it is no longer due */
async function sendNotice(billing: Billing, services: MailServices, row: NoticeRow): Promise<boolean> {
  const { database } = billing
  const taken = await database.sql(
    `update notices set attempts = attempts + 1, next_attempt_at = now() + $5 * interval '1 second'
      where ${isRow} and sent_at is null and attempts = $4 and next_attempt_at <= now() returning kind`,
    [...keyOf(row), row.attempts, pauseAfter(row.attempts + 1)],
  )
  if (taken.length === 0) return false
  const notice = await written(billing, services, row)
  if (!notice) {
    await database.sql(`delete from notices where ${isRow} and sent_at is null`, keyOf(row))
    return false
  }
  // The account may have been deleted meanwhile.
  const [known] = await database.sql(
    'select from customers where stripe_customer_id = $1 and forgotten_at is null',
    [row.customer],
  )
  if (!known) return false
  await services.send(notice.mail)
  await database.sql(`update notices set sent_at = $4, amount = $5, last_error = null where ${isRow}`, [
    ...keyOf(row),
    billing.now(),
    notice.amount,
  ])
  log.info('notices', `${row.kind} of ${row.subscription} was sent`)
  const days = (row.period.getTime() - billing.now().getTime()) / dayMs
  if ((row.kind === 'intro_end' || row.kind === 'fee_change') && days < lateDays[row.kind]) {
    log.error(
      'notices',
      `ALERT ${row.kind} of ${row.subscription} was sent only ${days.toFixed(1)} days before the charge.`,
    )
  }
  return true
}

/** A notice by what Stripe says now, and the amount that it tells of; undefined when it is no longer due. */
async function written(
  { stripe, siteOrigin }: Billing,
  services: MailServices,
  row: NoticeRow,
): Promise<{ mail: Mail; amount: number } | undefined> {
  const { kind, isGuest, period, amount } = row
  const subscription = await stripe.subscriptions.retrieve(row.subscription, { expand: [...feeDetails] })
  const customer = await stripe.customers.retrieve(row.customer)
  if (customer.deleted) return undefined
  const { currency, metadata } = subscription
  const facts = { isGuest, currency, name: metadata.tier ?? '' }
  if (kind === 'refunded') {
    const refunded = { ...facts, to: addressOf(customer), date: period, amount }
    return { mail: writeRefunded(await services.texts(), refunded, siteOrigin), amount }
  }
  const terms = termsOf(row, subscription, feesOf(subscription, await nextInvoice(stripe, subscription)))
  if (!terms) return undefined
  requireMonthly(subscription)
  const notice = { ...facts, ...terms, kind, to: addressOf(customer) }
  return { mail: writeNotice(await services.texts(), notice, siteOrigin), amount: terms.amount }
}

function addressOf({ id, email }: Stripe.Customer): string {
  if (!email) throw new Error(`Stripe has no address of ${id}.`)
  return email
}

/** What a notice has to tell by what Stripe says now; undefined when it is no longer due. */
function termsOf(
  { kind, period, fee: mirrored }: NoticeRow,
  subscription: Stripe.Subscription,
  { fee, nextFee }: Fees,
): { date: Date; previousAmount: number; amount: number } | undefined {
  const date = dateOf(membershipItem(subscription)?.current_period_end)
  if (!date || nextFee === null) return undefined
  const previousAmount = fee ?? mirrored ?? nextFee
  if (kind !== 'yearly' && (date.getTime() !== period.getTime() || previousAmount === nextFee))
    return undefined
  return { date, previousAmount, amount: nextFee }
}

/** The texts speak of months. Somebody may have given another price in Stripe's dashboard. */
function requireMonthly(subscription: Stripe.Subscription): void {
  const recurring = membershipItem(subscription)?.price.recurring
  if (recurring?.interval === 'month' && recurring.interval_count === 1) return
  throw new Error(`ALERT ${subscription.id} is not charged by the month: a person has to write its notice.`)
}
