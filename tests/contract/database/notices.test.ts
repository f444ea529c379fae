import { startDatabase } from 'local-cloud/testing/authService'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '@/lib/database/database'
import type { MailVariables } from '@/lib/mail'
import { migrateDatabase } from '../../../scripts/lib/migrateDatabase.ts'
import { checkEmailJs } from '../../../scripts/vendors/emailjs.ts'
import { checkNotices } from '../../../scripts/vendors/notices.ts'

vi.setConfig({ testTimeout: 120_000 })

const account: MailVariables = {
  NEXT_PUBLIC_EMAILJS_ORIGIN: undefined,
  EMAILJS_PUBLIC_KEY: 'public',
  EMAILJS_PRIVATE_KEY: 'p'.repeat(20),
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_NOTICE_TEMPLATE_ID: 'template',
}
const none = { ...account, EMAILJS_PRIVATE_KEY: undefined }

test('the doctor calls it wrong to sell without an account for notices', () => {
  const wrong = (settings: Parameters<typeof checkEmailJs>[0]) =>
    checkEmailJs(settings).list.filter(({ state }) => state === 'wrong')
  expect(wrong({ ...account, STRIPE_SECRET_KEY: 'sk_test_any' })).toEqual([])
  expect(wrong({ ...none, STRIPE_SECRET_KEY: undefined })).toEqual([])
  expect(wrong({ ...none, STRIPE_SECRET_KEY: 'sk_test_any' })).toMatchObject([
    { text: expect.stringContaining('EMAILJS_PRIVATE_KEY') },
  ])
})

test('the doctor names notices that were never sent, or keep failing, and no others', async () => {
  const server = await startDatabase()
  const found = async (variables = account) => {
    const { list } = await checkNotices({ ...variables, DATABASE_URL: server.url, DATABASE_CA: undefined })
    return list.map(({ state, text }) => `${state}: ${text}`)
  }
  expect(await found()).toEqual([])
  await migrateDatabase(server.url)
  expect(await found()).toEqual(['right: Every notice that was due was sent, or is about to be.'])
  expect(await found(none)).toEqual([])

  const database = openDatabase(server.url)
  await database.sql(`insert into customers (stripe_customer_id) values ('cus_1')`)
  for (const [id, kind, days, attempts, sent] of [
    ['sub_missed', 'intro_end', -3, 9, null],
    ['sub_failing', 'yearly', -3, 4, null],
    ['sub_sent', 'intro_end', -3, 9, 'now'],
    ['sub_new', 'fee_change', 10, 1, null],
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
  const lines = (await found()).toSorted()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^wrong: intro_end of sub_missed for \d{4}-\d\d-\d\d was never sent: Error: refused$/,
  )
  expect(lines[1]).toMatch(
    /^wrong: yearly of sub_failing for \d{4}-\d\d-\d\d cannot be sent: Error: refused$/,
  )
  await database.close()
  await server.close()
})
