import type pg from 'pg'
import { liveStatuses } from '@/lib/membership/mirror/entitlement'
import { isLiveKey } from '@/lib/membership/mode'
import { compare, type Reading } from './findings.ts'

/** The maximum number of rows that a reading lists. */
const maxListedRows = 10

/** A check of rows that should not exist. */
export type RowCheck = {
  passed: string
  /** Selects a text named `item` for each wrong row. */
  query: string
  /** The query's parameter, if it has one. */
  parameter?: unknown
  /** Creates the sentence about wrong rows from the list of their texts. */
  format(list: string): string
}

/** The checks of the schema `public`. Roles of a Supabase project's data API: anon, authenticated and service_role. */
export const databaseChecks: readonly RowCheck[] = [
  {
    passed: 'Row-level security is on.',
    query: `select relname as item from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1`,
    format: (list) => `Row-level security is off for ${list}: turn it on.`,
  },
  {
    passed: 'The data API reaches no table.',
    query: `select rolname || ' ' || string_agg(relname, ', ' order by relname) as item
       from pg_roles, pg_class
      where rolname in ('anon', 'authenticated', 'service_role')
        and relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and has_table_privilege(pg_roles.oid, pg_class.oid, 'select, insert, update, delete, truncate')
      group by rolname order by rolname`,
    format: (list) => `The data API reaches tables: ${list}. Revoke the rights.`,
  },
]

/** Creates the check that the data has the mode (live or test) of Stripe's key. */
export const createModeCheck = (stripeKey: string): RowCheck => ({
  passed: 'It has no data of the other Stripe mode.',
  parameter: isLiveKey(stripeKey),
  query: `select case when livemode then 'live' else 'test' end as item from stripe_mode where livemode <> $1`,
  format: (mode) =>
    `It has Stripe data in ${mode} mode, and STRIPE_SECRET_KEY is for the other mode: the site refuses to sell.`,
})

/** Of a stored error only the first line, without its stack. */
const selectErrorLine = `split_part(coalesce(last_error, 'never tried'), chr(10), 1)`

/** The checks of memberships, and of the emails of the outbox. */
export const membershipChecks: readonly RowCheck[] = [
  {
    passed: 'The scheduler has called within the last hour.',
    query: `select coalesce('since ' || max(updated_at), 'yet') as item from reconcile_cursors where name = 'events'
      having coalesce(max(updated_at) < now() - interval '1 hour', true)`,
    format: (time) =>
      `The scheduler has not called ${time}, or the site could not reach Stripe: missed webhooks are not processed. Let it request /api/cron/reconcile every ten minutes (docs/configuration.md, "Scheduler").`,
  },
  {
    passed: 'No customer fails repeatedly.',
    // A short outage of a vendor can cause three failed attempts.
    query: `select stripe_customer_id || ', ' || attempts || ' times (' || ${selectErrorLine} || ')' as item
      from sync_queue where attempts > 3 order by attempts desc, stripe_customer_id`,
    format: (list) => `Customers that could not be processed: ${list}.`,
  },
  {
    passed: 'Every member has an account.',
    parameter: liveStatuses,
    query: `select distinct stripe_customer_id || ' (' || account_problem || ')' as item
      from customers join subscriptions using (stripe_customer_id)
      where account_problem is not null and status = any ($1) order by item`,
    format: (list) =>
      `Members who can't sign in, and whom Stripe keeps charging: ${list}. docs/memberships.md, "Accounts".`,
  },
  {
    passed: 'No person has two live memberships.',
    parameter: liveStatuses,
    query: `select min(stripe_customer_id) || ' (' || string_agg(stripe_subscription_id, ', ' order by started_at) || ')' as item
      from subscriptions join customers c using (stripe_customer_id) where status = any ($1)
      group by coalesce(lower(c.email), stripe_customer_id) having count(*) > 1 order by item`,
    format: (list) => `Persons with several live memberships: ${list}. docs/runbook.md, "Second membership".`,
  },
  {
    passed: 'Every mail that was due was sent, or is about to be.',
    query: `select kind || ' of ' || stripe_subscription_id || ' for ' || to_char(period at time zone 'UTC', 'YYYY-MM-DD')
        || case when kind in ('intro_end', 'fee_change') and period <= now() then ' was never sent' else ' cannot be sent' end
        || ' (' || ${selectErrorLine} || ')' as item
      from notices
      where sent_at is null and period > now() - interval '1 year'
        and (failed_at is not null or attempts > 2 or kind in ('intro_end', 'fee_change') and period <= now())
      order by period desc`,
    format: (list) => `Mails of the outbox: ${list}.`,
  },
  {
    passed: 'Every alert was emailed, or is about to be.',
    query: `select key || ' (' || ${selectErrorLine} || ')' as item from alerts
      where mailed_at is null and last_error is not null order by raised_at desc`,
    format: (list) => `Alerts that cannot be emailed: ${list}.`,
  },
]

/**
 * Runs checks of rows.
 *
 * @param client - connected to the database, which has every migration; only used for reading
 */
export async function checkRows(client: pg.Client, checks: readonly RowCheck[]): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const { passed, query, parameter, format } of checks) {
    const { rows } = await client.query<{ item: string }>(query, parameter === undefined ? [] : [parameter])
    const items = rows.slice(0, maxListedRows).map(({ item }) => item)
    if (rows.length > maxListedRows) items.push('and others')
    readings.push(compare(rows.length === 0, passed, format(items.join('; '))))
  }
  return readings
}
