import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { MailError } from '@/lib/mail'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { sendMails } from '@/lib/membership/mail/dueMails'
import {
  listAlerts,
  lostResponse,
  monthSeconds,
  recordMails,
  setUpSite,
  skipMailRetryDelays,
} from './support.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

const site = await setUpSite({ endsMemberships: true })

const { sent, failures } = recordMails(site)

const sql = (text: string, values: unknown[] = []) => site.billing.database.sql(text, values)
/** Reads the outbox's emails of a kind, newest first. */
const readMailRows = (kind: string) =>
  sql('select attempts, last_error, sent_at, failed_at from notices where kind = $1 order by noted_at desc', [
    kind,
  ])

/** Creates a member whose introductory price ends soon, so that a notice is due. */
async function createMemberBeforeNotice(): Promise<User> {
  const member = await site.createMember()
  await sendMails(site.billing)
  await site.advance(monthSeconds)
  await site.advance(daysToSeconds(18))
  sent.length = 0
  return member
}

test('an email whose response was lost is sent again with the same id', async () => {
  const { email } = await createMemberBeforeNotice()
  failures.push(lostResponse)
  await sendMails(site.billing)
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  await sendMails(site.billing)
  const mails = sent.filter(({ to }) => to === email)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.id).toMatch(/^[0-9a-f]{32}$/)
  expect(mails[1]?.id).toBe(mails[0]?.id)
})

test('a permanently rejected email is abandoned at once, with an alert', async () => {
  await createMemberBeforeNotice()
  failures.push(new MailError('550 No such user', { isPermanent: true }))
  expect(await sendMails(site.billing)).toMatchObject({ sent: 0, failures: [{ name: 'MailError' }] })
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  expect(sent).toEqual([])
  expect(listAlerts().join()).toMatch(/ALERT intro_end of sub_\w+ was given up/)
  const [row] = await readMailRows('intro_end')
  expect(row).toMatchObject({ attempts: 1, sent_at: null, failed_at: expect.any(Date) })
})

test('an email that fails for days is abandoned after 28 attempts', async () => {
  await createMemberBeforeNotice()
  let attempts = 0
  for (; attempts < 40; attempts += 1) {
    failures.push(new MailError('421 Service not available'))
    await skipMailRetryDelays(site)
    if ((await sendMails(site.billing)).failures.length === 0) break
  }
  expect(attempts).toBe(28)
  expect(sent).toEqual([])
})

test('an email that fails does not delay the others', async () => {
  const [ada, bob] = [await site.createMember(), await site.createMember()]
  await sendMails(site.billing)
  await site.advance(daysToSeconds(49))
  sent.length = 0
  failures.push(new MailError('421 Service not available'))
  expect(await sendMails(site.billing)).toMatchObject({ sent: 1 })
  expect([ada.email, bob.email]).toContain(sent[0]?.to)
})

test('the deletion of an account removes its unsent emails, and none is sent afterwards', async () => {
  const member = await createMemberBeforeNotice()
  failures.push(new MailError(`421 ${member.email} is busy`))
  await sendMails(site.billing)
  expect(await readMailRows('intro_end')).toContainEqual(
    expect.objectContaining({ last_error: expect.stringContaining(member.email), sent_at: null }),
  )
  await endMembershipFor(member, site.billing)
  expect(await sql(`select from notices where last_error like $1`, [`%${member.email}%`])).toEqual([])
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  expect(sent.filter(({ to }) => to === member.email)).toEqual([])
})
