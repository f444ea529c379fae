import type pg from 'pg'
import { liveStatuses } from '@/lib/membership/mirror/entitlement'
import { isLiveKey } from '@/lib/membership/mode'
import type { Findings } from './findings.ts'

/** Failed attempts to process a customer that a short outage of a vendor can cause; more of them are reported. */
const toleratedAttempts = 3

/** The maximum number of items that a finding lists. */
const maxListedItems = 5

const formatCount = (count: number, singular: string, pluralForm: string) =>
  count === 1 ? `one ${singular}` : `${count} ${pluralForm}`

const capitalize = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** Formats the first line of a stored error, without its stack. */
const formatErrorSuffix = (error: string | null) => (error ? ` (${error.split('\n')[0]})` : '')

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
  await checkQueue(findings, client)
  await checkScheduler(findings, client)
  await checkAccounts(findings, client)
  await checkSecondMemberships(findings, client)
}

async function checkMode(findings: Findings, client: pg.Client, isLive: boolean): Promise<void> {
  const { rows } = await client.query<{ livemode: boolean }>('select livemode from stripe_mode')
  const storedMode = rows[0]?.livemode
  const formatMode = (isLiveMode: boolean) => (isLiveMode ? 'live' : 'test')
  findings.expect(
    storedMode === undefined || storedMode === isLive,
    storedMode === undefined
      ? 'It holds no data of Stripe yet.'
      : `It holds ${formatMode(storedMode)} data of Stripe, like the key.`,
    `It holds ${formatMode(!isLive)} data of Stripe, and STRIPE_SECRET_KEY is a ${formatMode(isLive)} key: the site refuses to sell.`,
  )
}

async function checkQueue(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; attempts: number; error: string | null }>(
    `select stripe_customer_id as id, attempts, last_error as error from sync_queue
      where attempts > $1 order by attempts desc, stripe_customer_id`,
    [toleratedAttempts],
  )
  const list = rows
    .slice(0, maxListedItems)
    .map(({ id, attempts, error }) => `${id}, ${attempts} times${formatErrorSuffix(error)}`)
  findings.expect(
    rows.length === 0,
    'No customer fails repeatedly.',
    `${capitalize(formatCount(rows.length, 'customer', 'customers'))} could not be processed: ${list.join('; ')}${rows.length > maxListedItems ? '; and others' : ''}.`,
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

/** Lists live memberships whose account the scheduler found deleted or banned. */
async function checkAccounts(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; problem: string }>(
    `select distinct stripe_customer_id as id, account_problem as problem
       from customers join subscriptions using (stripe_customer_id)
      where account_problem is not null and status = any ($1) order by stripe_customer_id`,
    [liveStatuses],
  )
  const list = rows.slice(0, maxListedItems).map(({ id, problem }) => `${id} (${problem})`)
  findings.expect(
    rows.length === 0,
    'Every member has an account.',
    `${capitalize(formatCount(rows.length, 'member', 'members'))} can't sign in, and Stripe goes on charging: ${list.join(', ')}${rows.length > maxListedItems ? ' and others' : ''}. docs/stripe-dashboard.md.`,
  )
}

async function checkSecondMemberships(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; subscriptions: string[] }>(
    `select min(stripe_customer_id) as id, array_agg(stripe_subscription_id order by started_at) as subscriptions
       from subscriptions join customers c using (stripe_customer_id) where status = any ($1)
      group by coalesce(lower(c.email), stripe_customer_id) having count(*) > 1 order by 1`,
    [liveStatuses],
  )
  const list = rows
    .slice(0, maxListedItems)
    .map(({ id, subscriptions }) => `${id} (${subscriptions.join(', ')})`)
  findings.expect(
    rows.length === 0,
    'No person has two live memberships.',
    `${capitalize(formatCount(rows.length, 'person has', 'persons have'))} several live memberships: ${list.join('; ')}${rows.length > maxListedItems ? '; and others' : ''}. docs/runbook.md, "Second membership".`,
  )
}
