import type Stripe from 'stripe'
import { noticeLeadDays } from '@/lib/content/noticeLead'
import { log } from '@/lib/log'
import type { Mail } from '@/lib/mail'
import type { Billing } from '../context'
import { findMembershipItem } from '../membershipProduct'
import { liveStatuses } from '../mirror/entitlement'
import { type Fees, feeExpandFields, getFees } from '../mirror/fees'
import { previewNextInvoice } from '../mirror/stripeState'
import { toDate } from '../stripe'
import type { MailServices } from './mailTexts'
import { composeNotice, isNoticeKind } from './noticeMail'
import { type OutboxResult, type OutboxRow, type PreparedMail, sendOutbox } from './outbox'
import { prepareGuestPurchase, readPurchase } from './purchase'
import { composeFailedPayment, composeMemberPurchase } from './purchaseMail'

/**
 * The minimum number of days between a notice and the charge: by law (§ 17602(g)(2)) or, for a change of the fee, by
 * the terms, less a day for delays. A later notice is still sent, and an alert is logged.
 */
const minLeadDays = { intro_end: 7, fee_change: noticeLeadDays.fee_change - 1 } as const
const dayMs = 86_400_000

/** The statuses in which Stripe charges a membership again. */
const renewingStatuses = ['active', 'trialing', 'past_due']

/**
 * An SQL condition for memberships (`s`) that are charged again, of customers (`c`) that still exist; `$2` are the
 * renewing statuses.
 */
const renewalCondition = `s.status = any ($2) and not s.cancel_at_period_end and s.cancel_at is null
  and s.next_fee is not null and c.forgotten_at is null and c.deleted_at is null`

/**
 * Records the mails that are due, and then sends them: confirmations of purchases, notices before a fee changes and
 * once a year, and mails about failed payments. Without a mail server, only purchases of guests are recorded, and the
 * account service mails the link.
 *
 * @param options.customer - limits the mails to this customer
 * @param options.untilMs - when to stop, by `Date.now()`; the remaining mails stay due
 */
export async function sendMails(
  billing: Billing,
  { customer, untilMs = Number.POSITIVE_INFINITY }: { customer?: string; untilMs?: number } = {},
): Promise<OutboxResult> {
  if (billing.mail) {
    await recordNotices(billing, customer)
    await recordPaymentMails(billing, customer)
  }
  await recordGuestPurchases(billing, customer)
  return sendOutbox(billing, { customer, untilMs }, (row) => prepareMail(billing, row))
}

/**
 * SQL for the time a week before `$1`. Older purchases of members and failed payments get no email, since they may
 * precede the first version that mails them.
 */
const weekAgo = `$1::timestamptz - interval '7 days'`

/**
 * Records a confirmation for each recent purchase of a member and, unless Stripe mails those, an email for each recent
 * failed payment with which arrears begin.
 */
async function recordPaymentMails(
  { database, now, mailsFailedPayments }: Billing,
  customer: string | undefined,
): Promise<void> {
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period)
       select s.stripe_subscription_id, 'purchase', s.started_at
       from subscriptions s join customers c using (stripe_customer_id)
       where s.status in ('active', 'trialing') and s.user_id is not null and s.started_at > ${weekAgo}
         and c.forgotten_at is null and c.deleted_at is null and ($2::text is null or s.stripe_customer_id = $2)
         and not exists (select from notices n
           where n.stripe_subscription_id = s.stripe_subscription_id and n.kind = 'purchase')
     on conflict do nothing`,
    [now(), customer ?? null],
  )
  if (!mailsFailedPayments) return
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period)
       select s.stripe_subscription_id, 'payment_failed', s.past_due_since
       from subscriptions s join customers c using (stripe_customer_id)
       where s.status in ('past_due', 'unpaid') and s.past_due_since > ${weekAgo}
         and c.forgotten_at is null and c.deleted_at is null and ($2::text is null or s.stripe_customer_id = $2)
     on conflict do nothing`,
    [now(), customer ?? null],
  )
}

/**
 * Records a mail for each guest's purchase, under the guest's oldest live membership, and another one after the studio
 * corrected the email at Stripe.
 */
async function recordGuestPurchases({ database }: Billing, customer: string | undefined): Promise<void> {
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period)
       select distinct on (stripe_customer_id) s.stripe_subscription_id, 'purchase',
         coalesce(c.email_changed_at, s.started_at)
       from customers c join subscriptions s using (stripe_customer_id)
       where c.user_id is null and c.email is not null and c.forgotten_at is null and c.deleted_at is null
         and s.status = any ($1) and ($2::text is null or stripe_customer_id = $2)
       order by stripe_customer_id, s.started_at
     on conflict do nothing`,
    [liveStatuses, customer ?? null],
  )
}

/** Records the due notices. When a fee changes again, its notice is sent again. */
async function recordNotices({ database, now }: Billing, customer: string | undefined): Promise<void> {
  const introEndCondition = `coalesce(s.intro_ends_at <= s.current_period_end + interval '1 day', false)`
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount)
       select s.stripe_subscription_id, case when ${introEndCondition} then 'intro_end' else 'fee_change' end,
         s.current_period_end, s.next_fee
       from subscriptions s join customers c using (stripe_customer_id)
       where ${renewalCondition} and s.next_fee <> s.fee and s.current_period_end > $1
         and s.current_period_end <=
           $1::timestamptz + case when ${introEndCondition} then $3::int else $4::int end * interval '1 day'
         and ($5::text is null or s.stripe_customer_id = $5)
     on conflict (stripe_subscription_id, kind, period) do update
       set amount = excluded.amount, sent_at = null, failed_at = null, attempts = 0, last_error = null,
         next_attempt_at = now()
       where notices.amount <> excluded.amount`,
    [now(), renewingStatuses, noticeLeadDays.intro_end, noticeLeadDays.fee_change, customer ?? null],
  )
  await database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount)
       select stripe_subscription_id, 'yearly', started_at + years * interval '1 year', next_fee
       from (
         select s.stripe_subscription_id, s.started_at, s.next_fee,
           extract(year from age($1::timestamptz + $3 * interval '1 day', s.started_at))::int as years
         from subscriptions s join customers c using (stripe_customer_id)
         where ${renewalCondition} and ($4::text is null or s.stripe_customer_id = $4)
       ) as member where years > 0
     on conflict do nothing`,
    [now(), renewingStatuses, noticeLeadDays.yearly, customer ?? null],
  )
}

/** Composes an email from Stripe's current state; undefined when it is no longer due. */
async function prepareMail(billing: Billing, row: OutboxRow): Promise<PreparedMail | undefined> {
  if (row.kind === 'purchase' && row.isGuest) return prepareGuestPurchase(billing, row)
  const { mail: services } = billing
  const composed = services && (await composeDueMail(billing, services, row))
  if (!composed) return undefined
  const { mail, amount } = composed
  return {
    amount,
    send: async (id) => {
      await services.send({ ...mail, id })
      alertIfLate(billing, row)
    },
  }
}

function alertIfLate({ now }: Billing, { kind, subscription, period }: OutboxRow): void {
  const days = (period.getTime() - now().getTime()) / dayMs
  if ((kind === 'intro_end' || kind === 'fee_change') && days < minLeadDays[kind]) {
    log.error(
      'notices',
      `ALERT ${kind} of ${subscription} was sent only ${days.toFixed(1)} days before the charge.`,
    )
  }
}

async function composeDueMail(
  billing: Billing,
  services: MailServices,
  row: OutboxRow,
): Promise<{ mail: Mail; amount: number } | undefined> {
  const { stripe, siteOrigin } = billing
  const { kind, isGuest } = row
  const subscription = await stripe.subscriptions.retrieve(row.subscription, { expand: [...feeExpandFields] })
  const customer = await stripe.customers.retrieve(row.customer)
  if (customer.deleted) return undefined
  const { currency, metadata } = subscription
  const facts = { isGuest, currency, name: metadata.tier ?? '' }
  if (kind === 'purchase') {
    const purchase = await readPurchase(billing, row.subscription)
    if (!purchase) return undefined
    const mail = composeMemberPurchase(
      await services.texts(),
      { to: requireEmail(customer), siteOrigin },
      purchase,
    )
    return { mail, amount: purchase.amount }
  }
  if (kind === 'payment_failed') {
    const arrears = await readArrears(stripe, row.subscription)
    if (!arrears) return undefined
    const mail = composeFailedPayment(await services.texts(), {
      ...facts,
      ...arrears,
      to: requireEmail(customer),
    })
    return { mail, amount: arrears.amount }
  }
  if (!isNoticeKind(kind)) return undefined
  const charge = getNoticeCharge(
    row,
    subscription,
    getFees(subscription, await previewNextInvoice(stripe, subscription)),
  )
  if (!charge) return undefined
  requireMonthly(subscription)
  const notice = { ...facts, ...charge, kind, to: requireEmail(customer) }
  return { mail: composeNotice(await services.texts(), notice, siteOrigin), amount: charge.amount }
}

/**
 * Reads the open invoices of a membership: their sum in cents, and the date and payment URL of the oldest; undefined
 * without arrears.
 */
async function readArrears(
  stripe: Stripe,
  subscription: string,
): Promise<{ amount: number; date: Date; url: string } | undefined> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
  const oldest = data.at(-1)
  const date = toDate(oldest?.created)
  if (!oldest?.hosted_invoice_url || !date) return undefined
  return {
    amount: data.reduce((sum, invoice) => sum + invoice.amount_remaining, 0),
    date,
    url: oldest.hosted_invoice_url,
  }
}

function requireEmail({ id, email }: Stripe.Customer): string {
  if (!email) throw new Error(`Stripe has no email of ${id}.`)
  return email
}

/**
 * Returns the charge that a notice announces, by Stripe's current state: its date and amount, and the previous amount.
 * Cents. Undefined when the notice is no longer due.
 */
function getNoticeCharge(
  { kind, period, fee: mirroredFee }: OutboxRow,
  subscription: Stripe.Subscription,
  { fee, nextFee }: Fees,
): { date: Date; previousAmount: number; amount: number } | undefined {
  const date = toDate(findMembershipItem(subscription)?.current_period_end)
  if (!date || nextFee === null) return undefined
  const previousAmount = fee ?? mirroredFee ?? nextFee
  if (kind !== 'yearly' && (date.getTime() !== period.getTime() || previousAmount === nextFee))
    return undefined
  return { date, previousAmount, amount: nextFee }
}

/** Requires a monthly price, as the texts state. Stripe's dashboard allows other intervals. */
function requireMonthly(subscription: Stripe.Subscription): void {
  const recurring = findMembershipItem(subscription)?.price.recurring
  if (recurring?.interval === 'month' && recurring.interval_count === 1) return
  throw new Error(`ALERT ${subscription.id} is not charged by the month: a person has to write its notice.`)
}
