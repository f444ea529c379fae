import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import { MailError } from '@/lib/mail'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { reconcile } from '@/lib/membership/reconcile'
import { createMemberBeforeNotice, lostResponse, recordMails, skipMailRetryDelays } from './mails.ts'
import { listAlerts, setUpSite } from './support.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

const site = await setUpSite({ endsMemberships: true })

const { sent, takeMailsTo, takeMailTo, failures, services } = recordMails(site)

/** Reads a membership's emails in the outbox. Counts 50 seconds as a minute, since part of the delay has passed. */
const readOutbox = (subscription: string) =>
  site.sql(
    `select attempts, last_error, sent_at, failed_at,
       extract(epoch from next_attempt_at - now())::int / 50 as "delayMinutes"
     from notices where stripe_subscription_id = $1`,
    [subscription],
  )

test('an email whose response was lost is sent again with the same id', async () => {
  const member = await createMemberBeforeNotice(site)
  failures.push(lostResponse)
  await sendMails(site.billing)
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  await sendMails(site.billing)
  const mails = takeMailsTo(member)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.id).toMatch(/^[0-9a-f]{32}$/)
  expect(mails[1]?.id).toBe(mails[0]?.id)
})

test('a failed email is stored with its error and retried after growing delays', async () => {
  const { subscription, ...member } = await createMemberBeforeNotice(site)
  for (const [index, last_error] of ['Error: no mail today', 'Error: nor now'].entries()) {
    failures.push(new Error(last_error.slice(7)))
    await skipMailRetryDelays(site)
    await reconcile(site.billing)
    expect(await readOutbox(subscription)).toMatchObject([
      { attempts: index + 1, last_error, sent_at: null, delayMinutes: index + 1 },
    ])
  }
  await reconcile(site.billing)
  expect(takeMailsTo(member)).toEqual([])
  await skipMailRetryDelays(site)
  await reconcile(site.billing)
  expect(await readOutbox(subscription)).toMatchObject([
    { attempts: 3, last_error: null, sent_at: expect.any(Date) },
  ])
  takeMailTo(member)
})

test('a permanently rejected email is abandoned immediately, with an alert', async () => {
  const { subscription } = await createMemberBeforeNotice(site)
  failures.push(new MailError('550 No such user', { isPermanent: true }))
  expect(await sendMails(site.billing)).toMatchObject({ sent: 0, failures: [{ name: 'MailError' }] })
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  expect(sent).toEqual([])
  expect(listAlerts().join()).toMatch(/ALERT introEnd of sub_\w+ failed for the last time/)
  const rows = await readOutbox(subscription)
  expect(rows).toMatchObject([{ attempts: 1, sent_at: null, failed_at: expect.any(Date) }])
})

test('an email that fails for days is abandoned after 28 attempts', async () => {
  await createMemberBeforeNotice(site)
  let attempts = 0
  for (; attempts < 40; attempts += 1) {
    failures.push(new MailError('421 Service not available'))
    await skipMailRetryDelays(site)
    if ((await sendMails(site.billing)).failures.length === 0) break
  }
  expect(attempts).toBe(28)
  expect(sent).toEqual([])
})

test('a failed email does not delay other emails', async () => {
  const [ada, bob] = [await site.createMember(), await site.createMember()]
  await site.advance(daysToSeconds(49))
  failures.push(new MailError('421 Service not available'))
  expect(await sendMails(site.billing)).toMatchObject({ sent: 1, failures: [{ name: 'MailError' }] })
  expect(sent).toHaveLength(1)
  expect([ada.email, bob.email]).toContain(sent[0]?.to)
})

test.each(['composes', 'sends'])(
  'two concurrent servers send an email once, even if one %s it slowly',
  async (step) => {
    const members = [await site.createMember(), await site.createMember()]
    await site.advance(daysToSeconds(51))
    const otherServer = site.otherInstance()
    otherServer.mail = services
    let isFirst = true
    /** Sends the due emails from the other server while this one processes the first of them. */
    const runOtherServer = async () => {
      if (!isFirst) return
      isFirst = false
      // The retry of an email becomes due while a slow server composes it.
      if (step === 'composes') await skipMailRetryDelays(site)
      await sendMails(otherServer)
    }
    site.billing.mail = {
      texts: async () => {
        if (step === 'composes') await runOtherServer()
        return services.texts()
      },
      send: async (mail) => {
        await runOtherServer()
        await services.send(mail)
      },
    }
    await sendMails(site.billing)
    expect(isFirst).toBe(false)
    for (const member of members) takeMailTo(member)
  },
)

test('an email waits for the next attempt unless at least 20 seconds remain to send it', async () => {
  const member = await createMemberBeforeNotice(site)
  failures.push(new Error('not now'))
  await sendMails(site.billing)
  // An attempt may last until the next one is due, after 60 s × 2^attempts: here 15 s, then 30 s.
  for (const [attempts, sentCount] of [
    [-2, 0],
    [-1, 1],
  ]) {
    await skipMailRetryDelays(site)
    await site.sql('update notices set attempts = $1 where sent_at is null', [attempts])
    expect(await sendMails(site.billing)).toEqual({ sent: sentCount, failures: [] })
    expect(takeMailsTo(member)).toHaveLength(Number(sentCount))
  }
})

test("the recipient is the customer's email in Stripe when the email is sent", async () => {
  const { customer, ...member } = await createMemberBeforeNotice(site)
  const email = 'moved@example.com'
  await site.stripe.customers.update(customer, { email })
  await sendMails(site.billing)
  expect(takeMailsTo(member)).toEqual([])
  takeMailTo({ email })
})

test.each(['before an email is recorded', 'before an email is sent', 'while an email is composed'])(
  'a customer who was anonymized %s gets no email, even if Stripe still charges the card',
  async (when) => {
    const { customer, ...member } = await createMemberBeforeNotice(site)
    const anonymize = () =>
      site.sql('update customers set forgotten_at = now() where stripe_customer_id = $1', [customer])
    if (when === 'before an email is recorded') await anonymize()
    if (when === 'before an email is sent') failures.push(new Error('no mail today'))
    if (when === 'while an email is composed') {
      site.billing.mail = {
        ...services,
        texts: async () => {
          await anonymize()
          return services.texts()
        },
      }
    }
    await sendMails(site.billing)
    await anonymize()
    await skipMailRetryDelays(site)
    await sendMails(site.billing)
    expect(takeMailsTo(member)).toEqual([])
  },
)

test('the deletion of an account removes its unsent emails, and none is sent afterwards', async () => {
  const { subscription, ...member } = await createMemberBeforeNotice(site)
  failures.push(new MailError(`421 ${member.email} is busy`))
  await sendMails(site.billing)
  expect(await readOutbox(subscription)).toMatchObject([
    { last_error: expect.stringContaining(member.email), sent_at: null },
  ])
  await endMembershipFor(member, site.billing)
  expect(await readOutbox(subscription)).toEqual([])
  await skipMailRetryDelays(site)
  await sendMails(site.billing)
  expect(takeMailsTo(member)).toEqual([])
})

test('without a mail server, no email is recorded', async () => {
  site.billing.mail = undefined
  const { subscription } = await createMemberBeforeNotice(site)
  await reconcile(site.billing)
  expect(await readOutbox(subscription)).toEqual([])
})
