import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { checkDatabase } from '../../../scripts/provision/database.ts'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'
import type { Settings } from '../../../scripts/provision/settings.ts'
import { setUpAccounts } from './support.ts'

let settings: Settings
setUpAccounts((accounts) => {
  ;({ settings } = accounts)
})

/** Runs statements on the database. */
async function runSql(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  await migrateDatabase(String(settings.DATABASE_URL))
  await runSql(`insert into reconcile_cursors (name, position) values ('events', now())`)
})

/** Lists the doctor's findings about the database, as `state: text`. */
const listFindings = async () =>
  (await checkDatabase(settings)).list.map(({ state, text }) => `${state}: ${text}`)

test('the doctor accepts one database user and no encryption for a database on this machine', async () => {
  const findings = await listFindings()
  expect(findings).toContain('note: The connection is not encrypted, and does not leave this machine.')
  expect(findings).toContain('note: The database is on this machine, and has a single user.')
  expect(findings).toContain('right: The data API reaches no table.')
})

test.each([
  {
    problemName: 'a customer that fails repeatedly',
    correct: 'right: No customer fails repeatedly.',
    statement: `insert into sync_queue (stripe_customer_id, attempts, last_error)
      values ('cus_3', 3, 'Error: once in a while'), ('cus_4', 4, 'Error: always')`,
    problem: /^wrong: One customer could not be processed: cus_4, 4 times \(Error: always\)\.$/,
    undoStatement: 'delete from sync_queue',
  },
  {
    problemName: 'a scheduler that has stopped',
    correct: /^right: The scheduler called last at 2\d{3}-/,
    statement: `update reconcile_cursors set updated_at = now() - interval '61 minutes'`,
    problem: /^wrong: The scheduler has not called.* since 2\d{3}-/,
    undoStatement: 'update reconcile_cursors set updated_at = now()',
  },
  {
    problemName: 'a second live membership of a customer',
    correct: 'right: No person has two live memberships.',
    statement: `with customer as (insert into customers (stripe_customer_id) values ('cus_2') returning 1)
      insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, version, synced_at)
      select 'sub_' || status, 'cus_2', status, now(), 1, now() from unnest(array['active', 'canceled', 'past_due']) status`,
    problem: /^wrong: One person has several live memberships: cus_2 \((sub_active|sub_past_due), sub_\w+\)/,
    undoStatement: `update subscriptions set status = 'canceled' where status = 'past_due'`,
  },
  {
    problemName: 'live data beside a test key',
    correct: 'right: It holds no data of Stripe yet.',
    statement: 'insert into stripe_mode (livemode) values (true)',
    problem: /^wrong: It holds live data of Stripe, and STRIPE_SECRET_KEY is a test key/,
    undoStatement: 'delete from stripe_mode',
  },
  {
    problemName: 'a table that the data API reaches',
    correct: 'right: The data API reaches no table.',
    statement: 'grant select on consents to anon',
    problem: /^wrong: The data API reaches tables: anon consents/,
    undoStatement: 'revoke all on consents from anon',
  },
])(
  'the doctor finds $problemName, and accepts a database without it',
  async ({ correct, statement, problem, undoStatement }) => {
    const correctFinding = typeof correct === 'string' ? correct : expect.stringMatching(correct)
    expect(await listFindings()).toContainEqual(correctFinding)
    await runSql(statement)
    const findings = await listFindings()
    expect(findings).toContainEqual(expect.stringMatching(problem))
    expect(findings).not.toContainEqual(correctFinding)
    await runSql(undoStatement)
    expect(await listFindings()).toContainEqual(correctFinding)
  },
)
