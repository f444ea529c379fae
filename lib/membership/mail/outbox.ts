import { createHash } from 'node:crypto'
import { log } from '@/lib/log'
import { MailError } from '@/lib/mail'
import type { Billing } from '../context'
import { getRetryDelaySeconds } from '../queue'
import type { NoticeKind } from './noticeMail'

/** The kind of an email. */
export type MailKind = NoticeKind | 'purchase' | 'payment_failed'

/** A recorded, unsent email. Its subscription, kind and period are unique together, so that it is recorded once. */
export type OutboxRow = {
  subscription: string
  customer: string
  kind: MailKind
  /** The date of the charge, anniversary, purchase, request or arrears that the email is about. */
  period: Date
  /** The recorded amount. Cents; null for purchases and failed payments, whose amounts are read at sending. */
  amount: number | null
  attempts: number
  /** Whether the customer belongs to no account. */
  isGuest: boolean
  /** The current fee in the mirror. Cents. */
  fee: number | null
}

/** An email, composed from Stripe's state at sending. */
export type PreparedMail = {
  /** @param id - the same at every attempt */
  send(id: string): Promise<void>
  /** The amount in the mail. Cents; null for a claim link that the account service mails. */
  amount: number | null
}

/** The result of a call of {@link sendOutbox}. */
export type OutboxResult = { sent: number; failures: unknown[] }

/** How many mails one call sends at most; a later one, such as the next reconciliation, sends the others. */
const maxMails = 20

/**
 * The number of attempts. With the delays of {@link getRetryDelaySeconds}, they take almost five days, as is usual for
 * mail servers:
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1
 */
const maxAttempts = 28

const rowCondition = 'stripe_subscription_id = $1 and kind = $2 and period = $3'
const getRowKey = ({ subscription, kind, period }: OutboxRow) => [subscription, kind, period]

/**
 * Sends the due emails of the outbox. Only one server sends each email. An email whose response was lost is sent again
 * with the same id. A failed email is retried after a growing delay, until it is abandoned. Customers whose account was
 * deleted get no email.
 *
 * @param options.customer - limits the emails to this customer
 * @param options.untilMs - when to stop, by `Date.now()`; the remaining emails stay due
 * @param prepare - returns undefined for a mail that is no longer due, which is then removed
 */
export async function sendOutbox(
  billing: Billing,
  { customer, untilMs }: { customer?: string | undefined; untilMs: number },
  prepare: (row: OutboxRow) => Promise<PreparedMail | undefined>,
): Promise<OutboxResult> {
  const result: OutboxResult = { sent: 0, failures: [] }
  const rows = await billing.database.sql<OutboxRow>(
    `select n.stripe_subscription_id as subscription, s.stripe_customer_id as customer, n.kind, n.period, n.attempts,
       n.amount::float8 as amount, s.fee::float8 as fee,
       c.user_id is null as "isGuest"
     from notices n join subscriptions s using (stripe_subscription_id) join customers c using (stripe_customer_id)
     where n.sent_at is null and n.failed_at is null and n.next_attempt_at <= now()
       and (n.kind not in ('intro_end', 'fee_change') or n.period > $1)
       and c.forgotten_at is null and c.deleted_at is null
       and ($2::text is null or s.stripe_customer_id = $2)
       and ($3 or n.kind = 'purchase' and c.user_id is null)
     order by n.period, n.stripe_subscription_id limit ${maxMails}`,
    // Without a mail server only guests get an email: a link to sign in, mailed by the account service.
    [billing.now(), customer ?? null, billing.mail !== undefined],
  )
  for (const row of rows) {
    if (Date.now() > untilMs) break
    try {
      if (await sendRow(billing, row, prepare)) result.sent += 1
    } catch (error) {
      result.failures.push(error)
      await recordFailure(billing, row, error)
    }
  }
  return result
}

/** @returns whether the email was sent; false when another server sends it, or when it is no longer due */
async function sendRow(
  { database, now }: Billing,
  row: OutboxRow,
  prepare: (row: OutboxRow) => Promise<PreparedMail | undefined>,
): Promise<boolean> {
  const takenRows = await database.sql(
    `update notices set attempts = attempts + 1, next_attempt_at = now() + $5 * interval '1 second'
      where ${rowCondition} and sent_at is null and attempts = $4 and next_attempt_at <= now() returning kind`,
    [...getRowKey(row), row.attempts, getRetryDelaySeconds(row.attempts + 1)],
  )
  if (takenRows.length === 0) return false
  const prepared = await prepare(row)
  if (!prepared) {
    await database.sql(`delete from notices where ${rowCondition} and sent_at is null`, getRowKey(row))
    return false
  }
  // The account may have been deleted meanwhile.
  const [customerRow] = await database.sql(
    'select from customers where stripe_customer_id = $1 and forgotten_at is null',
    [row.customer],
  )
  if (!customerRow) return false
  await prepared.send(computeMailId(row, prepared))
  await database.sql(
    `update notices set sent_at = $4, amount = $5, last_error = null where ${rowCondition}`,
    [...getRowKey(row), now(), prepared.amount],
  )
  log.info('notices', `outbox: sent ${row.kind} of ${row.subscription}`)
  return true
}

/** Computes the email's id from its row and amount, because a fee that has changed again makes it another email. */
const computeMailId = (row: OutboxRow, { amount }: PreparedMail): string =>
  createHash('sha256')
    .update(JSON.stringify([row.subscription, row.kind, row.period.toISOString(), amount]))
    .digest('hex')
    .slice(0, 32)

async function recordFailure({ database }: Billing, row: OutboxRow, error: unknown): Promise<void> {
  const isPermanent = error instanceof MailError && error.isPermanent
  const isLast = isPermanent || row.attempts + 1 >= maxAttempts
  const name = `${row.kind} of ${row.subscription}`
  log.error(
    'notices',
    isLast ? `ALERT ${name} was given up` : `outbox: sending ${name} failed; it is retried`,
    error,
  )
  await database.sql(
    `update notices set last_error = $4, failed_at = case when $5 then now() end where ${rowCondition} and sent_at is null`,
    [...getRowKey(row), String(error), isLast],
  )
}
