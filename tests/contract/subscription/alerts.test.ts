import { expect, test } from 'vitest'
import { mailAlerts, raiseAlert } from '@/lib/membership/alerts'
import { reconcile } from '@/lib/membership/reconcile'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { recordMails } from './mails.ts'
import { listAlerts, setUpSite } from './support.ts'

const site = await setUpSite()

const { sent, failures } = recordMails(site)

test('a problem alerts the studio with one log line and one email, however often it is found', async () => {
  for (let found = 0; found < 3; found += 1)
    await raiseAlert(site.billing.database.sql, 'some:sub_1', 'sub_1 is odd.')
  expect(listAlerts()).toEqual([expect.stringContaining('sub_1 is odd.')])
  await reconcile(site.billing)
  await reconcile(site.billing)
  expect(sent).toMatchObject([
    { to: seedMailTexts().settings?.contactEmail, text: expect.stringContaining('sub_1 is odd.') },
  ])
})

test('an alert whose email fails is emailed later', async () => {
  await raiseAlert(site.billing.database.sql, 'some:sub_2', 'sub_2 is odd.')
  failures.push(new Error('not now'))
  await mailAlerts(site.billing)
  expect(sent).toEqual([])
  await site.sql('update alerts set next_attempt_at = now() where sent_at is null')
  await mailAlerts(site.billing)
  await mailAlerts(site.billing)
  expect(sent).toHaveLength(1)
})
