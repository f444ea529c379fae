import { startDatabase } from 'local-cloud/testing/authService'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '@/lib/database/database'
import type { MailVariables } from '@/lib/mail'
import { checkMail, checkOutbox } from '../../../scripts/provision/mail.ts'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'

vi.setConfig({ testTimeout: 120_000 })

const account: MailVariables = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: 1,
  SMTP_USER: 'site',
  SMTP_PASSWORD: 'p'.repeat(20),
  SMTP_FROM_EMAIL: 'hello@example.com',
  SMTP_FROM_NAME: 'A site',
}
const withoutMail = { ...account, SMTP_PASSWORD: undefined }

test('the doctor reports a site that sells without a mail server, and a mail server that it cannot reach', async () => {
  const findWrong = async (settings: Parameters<typeof checkMail>[0]) =>
    (await checkMail(settings)).list.filter(({ state }) => state === 'wrong').map(({ text }) => text)
  expect(await findWrong({ ...withoutMail, STRIPE_SECRET_KEY: undefined })).toEqual([])
  expect(await findWrong({ ...withoutMail, STRIPE_SECRET_KEY: 'sk_test_any' })).toEqual([
    expect.stringContaining('set SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD'),
  ])
  expect(await findWrong({ ...account, STRIPE_SECRET_KEY: 'sk_test_any' })).toEqual([
    expect.stringMatching(/^The mail server 127\.0\.0\.1 does not accept the account: .*ECONNREFUSED/),
  ])
})

test('the doctor names mails and alerts that were not sent in time, fail repeatedly or were abandoned, and no others', async () => {
  const server = await startDatabase()
  const listFindings = async (variables = account) => {
    const { list } = await checkOutbox({ ...variables, DATABASE_URL: server.url, DATABASE_CA: undefined })
    return list.map(({ state, text }) => `${state}: ${text}`)
  }
  expect(await listFindings()).toEqual([])
  await migrateDatabase(server.url)
  expect(await listFindings()).toEqual(['right: Every mail that was due was sent, or is about to be.'])
  expect(await listFindings(withoutMail)).toEqual([])

  const database = openDatabase(server.url)
  await database.sql(`insert into customers (stripe_customer_id) values ('cus_1')`)
  for (const [id, kind, days, attempts, sent] of [
    ['sub_missed', 'intro_end', -3, 9, null],
    ['sub_failing', 'yearly', -3, 4, null],
    ['sub_sent', 'intro_end', -3, 9, 'now'],
    ['sub_abandoned', 'fee_change', 10, 1, null],
    ['sub_waiting', 'yearly', -3, 0, null],
  ]) {
    await database.sql(
      `insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, version, synced_at)
         values ($1, 'cus_1', 'active', now(), 1, now())`,
      [id],
    )
    await database.sql(
      `insert into notices (stripe_subscription_id, kind, period, amount, attempts, last_error, sent_at)
         values ($1, $2, now() + $3 * interval '1 day', 1, $4, 'Error: refused' || chr(10) || 'at', $5)`,
      [id, kind, days, attempts, sent],
    )
  }
  await database.sql(`update notices set failed_at = now() where stripe_subscription_id = 'sub_abandoned'`)
  await database.sql(
    `insert into alerts (key, text, last_error, mailed_at) values
       ('product:sub_1', '', 'Error: refused' || chr(10) || 'at', null), ('sent', '', 'Error', now()), ('new', '', null, null)`,
  )
  const lines = (await listFindings()).toSorted()
  expect(lines).toHaveLength(4)
  expect(lines.shift()).toBe('wrong: The alert product:sub_1 cannot be mailed: Error: refused')
  expect(lines.shift()).toMatch(/^wrong: fee_change of sub_abandoned for \d{4}-\d\d-\d\d cannot be sent: /)
  expect(lines[0]).toMatch(
    /^wrong: intro_end of sub_missed for \d{4}-\d\d-\d\d was never sent: Error: refused$/,
  )
  expect(lines[1]).toMatch(
    /^wrong: yearly of sub_failing for \d{4}-\d\d-\d\d cannot be sent: Error: refused$/,
  )
  await database.close()
  await server.close()
})
