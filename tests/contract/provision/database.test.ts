import { beforeAll, expect, test } from 'vitest'
import { migrateDatabase, withClient } from '../../../scripts/provision/migrateDatabase.ts'
import { listFindings, setUpAccounts } from './support.ts'

const { settings } = await setUpAccounts()

const runSql = (...statements: string[]): Promise<void> =>
  withClient(String(settings.DATABASE_URL), undefined, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

beforeAll(async () => {
  await migrateDatabase(String(settings.DATABASE_URL))
  await runSql(`insert into reconcile_cursors (name, position) values ('events', now())`)
})

test('the doctor reports the wrong database user, and accepts a data API without access to tables', async () => {
  const findings = await listFindings(settings, 'Postgres')
  expect(findings).toContainEqual(expect.stringMatching(/^wrong: The site signs in as postgres/))
  expect(findings).toContain('right: The data API has no access to tables.')
})

test.each([
  {
    problemName: 'a customer whose sync fails repeatedly',
    correct: 'right: No customer repeatedly fails to sync.',
    statement: `insert into sync_queue (stripe_customer_id, attempts, last_error)
      values ('cus_3', 3, 'Error: once in a while'), ('cus_4', 4, 'Error: always')`,
    problem: /^wrong: Customers that could not be processed: cus_4, 4 times \(Error: always\)\.$/,
    undoStatement: 'delete from sync_queue',
  },
  {
    problemName: 'a scheduler that has stopped',
    correct: 'right: The scheduler has run within the last hour.',
    statement: `update reconcile_cursors set updated_at = now() - interval '61 minutes'`,
    problem: /^wrong: The scheduler has not run since 2\d{3}-/,
    undoStatement: 'update reconcile_cursors set updated_at = now()',
  },
  {
    problemName: 'a customer’s second live membership',
    correct: 'right: No person has two live memberships.',
    statement: `with customer as (insert into customers (stripe_customer_id) values ('cus_2') returning 1)
      insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, synced_at)
      select 'sub_' || status, 'cus_2', status, now(), now() from unnest(array['active', 'canceled', 'past_due']) status`,
    problem:
      /^wrong: People with more than one live membership: cus_2 \((sub_active|sub_past_due), sub_\w+\)/,
    undoStatement: `update subscriptions set status = 'canceled' where status = 'past_due'`,
  },
  {
    problemName: 'emails that were not sent in time, fail repeatedly or were abandoned',
    correct: 'right: Every email that was due was sent, or is about to be.',
    statement: `insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, synced_at)
        select 'sub_' || name, 'cus_2', 'canceled', now(), now()
          from unnest(array['missed', 'failing', 'sent', 'abandoned', 'waiting']) name;
      insert into notices (stripe_subscription_id, kind, period, amount, attempts, last_error, sent_at, failed_at) values
        ('sub_missed', 'introEnd', now() - interval '1 day', 1, 9, 'Error: refused' || chr(10) || 'at', null, null),
        ('sub_failing', 'yearly', now() - interval '2 days', 1, 4, 'Error: refused', null, null),
        ('sub_sent', 'introEnd', now() - interval '3 days', 1, 9, 'Error: refused', now(), null),
        ('sub_abandoned', 'feeChange', now() + interval '1 day', 1, 1, null, null, now()),
        ('sub_waiting', 'yearly', now() - interval '3 days', 1, 0, null, null, null)`,
    problem:
      /^wrong: Unsent emails: feeChange of sub_abandoned for 2[\d-]+ cannot be sent \(never tried\); introEnd of sub_missed for 2[\d-]+ was never sent \(Error: refused\); yearly of sub_failing for 2[\d-]+ cannot be sent \(Error: refused\)\.$/,
    undoStatement: 'delete from notices',
  },
  {
    problemName: 'alerts that cannot be emailed',
    correct: 'right: Every alert was emailed, or is about to be.',
    statement: `insert into alerts (key, text, last_error, sent_at) values
      ('product:sub_1', '', 'Error: refused' || chr(10) || 'at', null), ('sent', '', 'Error', now()), ('new', '', null, null)`,
    problem: /^wrong: Alerts that cannot be emailed: product:sub_1 \(Error: refused\)\.$/,
    undoStatement: 'delete from alerts',
  },
  {
    problemName: 'live data with a test key',
    correct: "right: All data is from the key's Stripe mode (live or test).",
    statement: 'insert into stripe_mode (livemode) values (true)',
    problem: /^wrong: The data is from Stripe's live mode, but STRIPE_SECRET_KEY is for the other mode/,
    undoStatement: 'delete from stripe_mode',
  },
  {
    problemName: 'a table that the data API can access',
    correct: 'right: The data API has no access to tables.',
    statement: 'grant select on consents to anon',
    problem: /^wrong: The data API has access to tables: anon consents/,
    undoStatement: 'revoke all on consents from anon',
  },
])(
  'the doctor finds $problemName, and accepts a database without this problem',
  async ({ correct, statement, problem, undoStatement }) => {
    expect(await listFindings(settings, 'Postgres')).toContain(correct)
    await runSql(statement)
    const findings = await listFindings(settings, 'Postgres')
    expect(findings).toContainEqual(expect.stringMatching(problem))
    expect(findings).not.toContain(correct)
    await runSql(undoStatement)
    expect(await listFindings(settings, 'Postgres')).toContain(correct)
  },
)
