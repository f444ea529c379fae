import type pg from 'pg'
import { liveStatuses } from '@/lib/membership/mirror/entitlement'
import { isLiveKey } from '@/lib/membership/mode'
import type { Findings } from './findings.ts'

/** Failed attempts to process a customer that a short outage of a vendor can cause; more of them are reported. */
const toleratedAttempts = 3

/** The maximum number of items that a finding lists. */
const maxListedItems = 5

/** A check of rows that should not exist. */
type RowCheck = {
  passed: string
  /** The query's parameter. */
  parameter: unknown
  /** Selects a text for each wrong row. */
  query: string
  /** The finding about one row, and about several: their number replaces `#`. The list follows. */
  failed: readonly [one: string, several: string]
  advice?: string
}

const rowChecks: readonly RowCheck[] = [
  {
    passed: 'No customer fails repeatedly.',
    parameter: toleratedAttempts,
    // Of a stored error only the first line, without its stack.
    query: `select stripe_customer_id || ', ' || attempts || ' times'
        || coalesce(' (' || split_part(last_error, chr(10), 1) || ')', '') as item
      from sync_queue where attempts > $1 order by attempts desc, stripe_customer_id`,
    failed: ['One customer could not be processed', '# customers could not be processed'],
  },
  {
    passed: 'Every member has an account.',
    parameter: liveStatuses,
    query: `select distinct stripe_customer_id || ' (' || account_problem || ')' as item
      from customers join subscriptions using (stripe_customer_id)
      where account_problem is not null and status = any ($1) order by item`,
    failed: [
      "One member can't sign in, and Stripe goes on charging",
      "# members can't sign in, and Stripe goes on charging",
    ],
    advice: 'docs/stripe-dashboard.md.',
  },
  {
    passed: 'No person has two live memberships.',
    parameter: liveStatuses,
    query: `select min(stripe_customer_id) || ' (' || string_agg(stripe_subscription_id, ', ' order by started_at) || ')' as item
      from subscriptions join customers c using (stripe_customer_id) where status = any ($1)
      group by coalesce(lower(c.email), stripe_customer_id) having count(*) > 1 order by item`,
    failed: ['One person has several live memberships', '# persons have several live memberships'],
    advice: 'docs/runbook.md, "Second membership".',
  },
]

/**
 * Checks that the database's data has the mode (live or test) of Stripe's key, and checks the site's background work:
 * queued customers and the scheduler. Lists second memberships.
 *
 * @param client - connected to the database, which has every migration; used for reading only
 * @param stripeKey - the key of Stripe that the site has, if any
 */
export async function checkMemberships(
  findings: Findings,
  client: pg.Client,
  stripeKey: string | undefined,
): Promise<void> {
  if (stripeKey) await checkMode(findings, client, isLiveKey(stripeKey))
  await checkScheduler(findings, client)
  for (const { passed, parameter, query, failed, advice } of rowChecks) {
    const { rows } = await client.query<{ item: string }>(query, [parameter])
    const list = rows.slice(0, maxListedItems).map(({ item }) => item)
    if (rows.length > maxListedItems) list.push('and others')
    const summary = failed[rows.length === 1 ? 0 : 1].replace('#', String(rows.length))
    findings.expect(rows.length === 0, passed, `${summary}: ${list.join('; ')}.${advice ? ` ${advice}` : ''}`)
  }
}

async function checkMode(findings: Findings, client: pg.Client, isLive: boolean): Promise<void> {
  const { rows } = await client.query<{ livemode: boolean }>('select livemode from stripe_mode')
  const storedMode = rows[0]?.livemode
  if (storedMode === undefined) return findings.pass('It holds no data of Stripe yet.')
  const formatMode = (isLiveMode: boolean) => (isLiveMode ? 'live' : 'test')
  findings.expect(
    storedMode === isLive,
    `It holds ${formatMode(storedMode)} data of Stripe, like the key.`,
    `It holds ${formatMode(!isLive)} data of Stripe, and STRIPE_SECRET_KEY is a ${formatMode(isLive)} key: the site refuses to sell.`,
  )
}

async function checkScheduler(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ at: Date; isLate: boolean }>(
    `select updated_at as at, updated_at < now() - interval '1 hour' as "isLate"
       from reconcile_cursors where name = 'events'`,
  )
  const [lastCall] = rows
  findings.expect(
    lastCall !== undefined && !lastCall.isLate,
    `The scheduler called last at ${lastCall?.at.toISOString()}.`,
    lastCall
      ? `The scheduler has not called, or the site could not reach Stripe, since ${lastCall.at.toISOString()}: missed webhooks are not processed.`
      : 'The scheduler has never called: let it request /api/cron/reconcile every ten minutes (docs/configuration.md, "Scheduler").',
  )
}
