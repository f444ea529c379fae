import { hash } from 'node:crypto'
import { noticeLeadDays } from '@/lib/content/text/offerValues'
import { log } from '@/lib/log'
import { MailError } from '@/lib/mail'
import type { Billing } from '../context'
import { processRows, type Queue, type Settlement, selectQueueRow } from '../queue'
import { type MailRow, type MembershipChange, prepareMail } from './change'
import { canceled } from './changes/canceled'
import { declined } from './changes/declined'
import { ended } from './changes/ended'
import { lastWarning, paymentFailed } from './changes/pastDue'
import { paused } from './changes/paused'
import { pending } from './changes/pending'
import { introEnding, priceRising, yearlyReminder } from './changes/priceRising'
import { recovered } from './changes/recovered'
import { resumed } from './changes/resumed'
import { welcomed } from './changes/welcomed'
import { remindedGuest, welcomedGuest } from './changes/welcomedGuest'

const changes: readonly MembershipChange[] = [
  welcomed,
  welcomedGuest,
  pending,
  declined,
  ...remindedGuest,
  canceled,
  paused,
  resumed,
  paymentFailed,
  lastWarning,
  recovered,
  ended,
  introEnding,
  priceRising,
  yearlyReminder,
]

/**
 * The maximum number of attempts. With the queue's delays, they take almost five days, as is usual for mail servers:
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1
 */
const maxAttempts = 28

const outbox: Queue = {
  table: 'notices',
  key: ['stripe_subscription_id', 'kind', 'period'],
  describe: ({ key: [subscription, kind] }) => `${kind} of ${subscription}`,
  isLastAttempt: (error, attempts) =>
    attempts >= maxAttempts || (error instanceof MailError && error.isPermanent),
}

/**
 * Records the due emails, each once, and then sends a batch of them, each from one server only. An email whose SMTP
 * response was lost is sent again, with the same id if the text is the same. A failed one is retried with increasing
 * delays, up to {@link maxAttempts} attempts. No email is sent for a deleted account, or without a mail server.
 *
 * @param options.customer - limits the emails to this customer
 * @param options.untilMs - when to stop, by `Date.now()`; the remaining emails stay due
 */
export async function sendMails(
  billing: Billing,
  { customer, untilMs }: { customer?: string; untilMs?: number } = {},
): Promise<{ sent: number; failures: unknown[] }> {
  const services = billing.mail
  if (!services) return { sent: 0, failures: [] }
  await recordDueMails(billing, customer)
  const { sql } = billing.database
  const rows = await sql<MailRow>(
    `select ${selectQueueRow(outbox, 'n')}, n.stripe_subscription_id as subscription, n.kind, n.period,
       s.stripe_customer_id as customer, s.fee::float8 as fee, c.user_id is null as "isGuest"
     from notices n join subscriptions s using (stripe_subscription_id) join customers c using (stripe_customer_id)
     where n.sent_at is null and n.failed_at is null and n.next_attempt_at <= now()
       and c.forgotten_at is null and c.deleted_at is null and ($1::text is null or s.stripe_customer_id = $1)
     order by n.period, n.stripe_subscription_id limit 20`,
    [customer],
  )
  let sent = 0
  const send = async (row: MailRow): Promise<Settlement | undefined> => {
    const change = changes.find(({ kind }) => kind === row.kind)
    const prepared = change && (await prepareMail(billing, services.texts, row, change))
    if (!prepared) return 'deleted'
    const { mail, amount } = prepared
    // The account may have been deleted in the meantime. After a slow preparation, the row is left to another worker,
    // which could otherwise take it before this attempt to send times out (after 15 seconds).
    const remaining = await sql(
      `update notices n set amount = $5 from subscriptions s join customers c using (stripe_customer_id)
        where n.stripe_subscription_id = $1 and n.kind = $2 and n.period = $3 and n.next_attempt_at = $4::timestamptz
          and n.next_attempt_at > now() + interval '20 seconds' and c.forgotten_at is null
          and s.stripe_subscription_id = n.stripe_subscription_id returning n.kind`,
      [...row.key, row.dueAt, amount],
    )
    if (remaining.length === 0)
      return void log.warn('notices', `outbox: ${outbox.describe(row)} was not sent; retried if still due`)
    await services.send({ ...mail, id: computeMailId(row, mail.text) })
    log.info('notices', `outbox: sent ${outbox.describe(row)}`)
    sent += 1
    return 'sent'
  }
  const { failures } = await processRows(sql, outbox, rows, send, untilMs)
  return { sent, failures }
}

/**
 * Resends the welcome email, with a new link, to a guest with a live membership. The account service's own email would
 * invalidate the first link, and state a different purpose. A failure is retried like any other in the outbox, and
 * thrown.
 *
 * @returns whether the email belongs to such a guest; false without a mail server
 */
export async function mailWelcomeAgain(billing: Billing, email: string): Promise<boolean> {
  if (!billing.mail) return false
  const { condition, period } = welcomedGuest.select(billing)
  // An email that has not been tried, or is being sent, keeps its due time.
  const [row] = await billing.database.sql<{ id: string; customer: string }>(
    `with guest as (
       select s.stripe_subscription_id as id, s.stripe_customer_id as customer, ${period} as period
         from customers c join subscriptions s using (stripe_customer_id)
         where lower(c.email) = lower($1) and (${condition}) and c.forgotten_at is null and c.deleted_at is null
         order by s.started_at limit 1),
     due as (
       insert into notices as n (stripe_subscription_id, kind, period) select id, 'guest', period from guest
       on conflict (stripe_subscription_id, kind, period) do update
         set sent_at = null, failed_at = null, attempts = 0, next_attempt_at = now()
         where n.sent_at is not null or n.failed_at is not null or n.last_error is not null)
     select id, customer from guest`,
    [email],
  )
  if (!row) return false
  const { failures } = await sendMails(billing, { customer: row.customer })
  if (failures.length > 0) throw failures[0]
  return true
}

/**
 * Enqueues the customers of renewing memberships whenever a notice may be due. Their next invoice may have
 * changed without a subscription event, for example after a change to a schedule or coupon.
 */
export async function enqueueBeforeNotices({ database, now }: Billing): Promise<void> {
  await database.sql(
    `insert into sync_queue (stripe_customer_id)
       select distinct s.stripe_customer_id from subscriptions s cross join unnest($2::int[]) lead
        where s.renews and s.current_period_end > $1
          and s.previewed_at < s.current_period_end - lead * interval '1 day'
          and $1 >= s.current_period_end - lead * interval '1 day'
     on conflict do nothing`,
    [now(), Object.values(noticeLeadDays)],
  )
}

/** Records the due emails in one statement. An email becomes due again when its amount changes. */
async function recordDueMails(billing: Billing, customer: string | undefined): Promise<void> {
  const selects = changes.map(({ kind, select }) => {
    const { condition, period, amount = 'null::bigint', join = '' } = select(billing)
    return `select s.stripe_subscription_id, '${kind}', ${period}, ${amount}
      from subscriptions s join customers c using (stripe_customer_id) ${join}
      where (${condition}) and c.forgotten_at is null and c.deleted_at is null
        and ($2::text is null or s.stripe_customer_id = $2) and $1::timestamptz is not null`
  })
  await billing.database.sql(
    `insert into notices (stripe_subscription_id, kind, period, amount) ${selects.join(' union all ')}
     on conflict (stripe_subscription_id, kind, period) do update
       set amount = excluded.amount, sent_at = null, failed_at = null, attempts = 0, last_error = null,
         next_attempt_at = now()
       where notices.amount <> excluded.amount`,
    [billing.now(), customer ?? null],
  )
}

/** Computes the email's id from its row and text: a different amount or one-time link gives a different id. */
const computeMailId = ({ subscription, kind, period }: MailRow, text: string): string =>
  hash('sha256', JSON.stringify([subscription, kind, period, text])).slice(0, 32)
