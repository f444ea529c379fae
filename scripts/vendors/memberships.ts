import type pg from 'pg'
import { liveStatuses } from '@/lib/membership/mirror/entitlement'
import { isLiveKey } from '@/lib/membership/mode'
import type { Findings } from '../lib/findings.ts'

/** So many failures in a row are no passing trouble of a vendor's. */
const maxAttempts = 3

/** How many of several are named. */
const named = 5

const plural = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`)

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** The first line of an error, which may be stored with its stack. */
const inBrackets = (error: string | null) => (error ? ` (${error.split('\n')[0]})` : '')

/**
 * Checks the site's background work: refunds, queued customers, the scheduler, and alerts.
 *
 * @param client - connected to the database, with every migration; used for reading only
 * @param stripeKey - the key of Stripe that the site has, if any
 */
export async function checkMemberships(
  findings: Findings,
  client: pg.Client,
  stripeKey: string | undefined,
): Promise<void> {
  if (stripeKey) await checkMode(findings, client, isLiveKey(stripeKey))
  await checkRefunds(findings, client)
  await checkQueue(findings, client)
  await checkScheduler(findings, client)
  await checkSecondMemberships(findings, client)
  await checkIntroductions(findings, client)
}

/** Names the memberships whose card had paid the introductory price for another one before. */
export async function checkIntroductions(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select stripe_subscription_id as id from introduction_cards later
      where given_at > now() - interval '30 days' and exists (
        select from introduction_cards earlier
          where earlier.card_hash = later.card_hash and earlier.given_at < later.given_at)
      order by given_at desc`,
  )
  if (rows.length === 0)
    findings.expect(true, 'No card had the introductory price twice in the last 30 days.', '')
  else
    findings.requireOperator(
      `The introductory price was paid with a card that had it before, in the last 30 days: ${rows
        .slice(0, named)
        .map(({ id }) => id)
        .join(
          ', ',
        )}${rows.length > named ? ' and others' : ''}. See in Stripe whether these are several people.`,
    )
}

async function checkMode(findings: Findings, client: pg.Client, live: boolean): Promise<void> {
  const { rows } = await client.query<{ livemode: boolean }>('select livemode from stripe_mode')
  const held = rows[0]?.livemode
  const name = (mode: boolean) => (mode ? 'live' : 'test')
  findings.expect(
    held === undefined || held === live,
    held === undefined
      ? 'It holds no data of Stripe yet.'
      : `It holds ${name(held)} data of Stripe, as the key is one.`,
    `It holds ${name(!live)} data of Stripe, and STRIPE_SECRET_KEY is a ${name(live)} key: the site refuses to sell.`,
  )
}

async function checkRefunds(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    count: number
    since: Date | null
    late: boolean
    error: string | null
  }>(
    `select count(*)::int as count, min(created_at) as since,
        coalesce(min(created_at) < now() - interval '1 day', false) as late,
        (array_agg(last_error order by created_at) filter (where last_error is not null))[1] as error
       from refunds where settled_at is null`,
  )
  const [{ count, since, late, error } = { count: 0, since: null, late: false, error: null }] = rows
  const text = `${capital(plural(count, 'refund waits', 'refunds wait'))}, the oldest since ${since?.toISOString()}${inBrackets(error)}`
  if (count > 0 && !late) findings.note(`${text}. The scheduler makes them.`)
  else
    findings.expect(
      count === 0,
      'No refund waits.',
      `${text}: make it in Stripe's dashboard, or see why it fails.`,
    )
}

async function checkQueue(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; attempts: number; error: string | null }>(
    `select stripe_customer_id as id, attempts, last_error as error from sync_queue
      where attempts > $1 order by attempts desc, stripe_customer_id`,
    [maxAttempts],
  )
  const list = rows
    .slice(0, named)
    .map(({ id, attempts, error }) => `${id}, ${attempts} times${inBrackets(error)}`)
  findings.expect(
    rows.length === 0,
    'No customer fails again and again.',
    `${capital(plural(rows.length, 'customer', 'customers'))} could not be processed: ${list.join('; ')}${rows.length > named ? '; and others' : ''}.`,
  )
}

async function checkScheduler(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ at: Date; late: boolean }>(
    `select updated_at as at, updated_at < now() - interval '1 hour' as late
       from reconcile_cursors where name = 'events'`,
  )
  const [last] = rows
  findings.expect(
    last !== undefined && !last.late,
    `The scheduler called last at ${last?.at.toISOString()}.`,
    last
      ? `The scheduler has not called, or the site could not reach Stripe, since ${last.at.toISOString()}: missed webhooks are not processed.`
      : 'The scheduler has never called: have it get /api/cron/reconcile every ten minutes (docs/configuration.md, "Scheduler").',
  )
}

async function checkSecondMemberships(findings: Findings, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; subscriptions: string[] }>(
    `select stripe_customer_id as id, array_agg(stripe_subscription_id order by started_at) as subscriptions
       from subscriptions where status = any ($1)
      group by stripe_customer_id having count(*) > 1 order by stripe_customer_id`,
    [liveStatuses],
  )
  const list = rows.slice(0, named).map(({ id, subscriptions }) => `${id} (${subscriptions.join(', ')})`)
  findings.expect(
    rows.length === 0,
    'No person has two memberships.',
    `${capital(plural(rows.length, 'customer has', 'customers have'))} several live memberships: ${list.join('; ')}${rows.length > named ? '; and others' : ''}. docs/memberships.md, "Second memberships".`,
  )
}
