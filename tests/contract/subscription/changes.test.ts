import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { formatDay } from '@/lib/content/text/format'
import type { Mail } from '@/lib/mail'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { attachPurchase } from '@/lib/membership/ownership'
import { openInvoice } from '@/lib/membership/portal'
import { reconcile } from '@/lib/membership/reconcile'
import { recordMails, toDay } from './mails.ts'
import {
  expectRefusal,
  failRenewal,
  monthSeconds,
  payInvoice,
  readPeriodEnd,
  SITE,
  setUpSite,
} from './support.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

const site = await setUpSite({ endsMemberships: true })

const { takeMailsTo, takeMailTo, createWelcomedMember } = recordMails(site)

/** Advances the time, delivers the webhooks, and runs the scheduler and then the email sender. */
async function advance(seconds = 1): Promise<void> {
  await site.advance(seconds)
  await reconcile(site.billing)
  await sendMails(site.billing)
}

/** Returns the only email that a change sends to a member, immediately or a minute later. */
async function takeNextMailTo(member: User): Promise<Mail> {
  await advance()
  await advance(60)
  return takeMailTo(member)
}

describe('a purchase', () => {
  test('is confirmed once, with the charge, next step, link, terms and next payment, in this order', async () => {
    const { subscription, customer, ...member } = await site.createMember()
    const { created } = await site.stripe.subscriptions.retrieve(subscription)
    const { regular_from } = await site.check(member)
    await sendMails(site.billing, { customer })
    await sendMails(site.billing)
    const mail = takeMailTo(member)
    expect(mail.subject).toBe("Your Creator's Circle membership is active")
    const positions = [
      `We charged $997 for Creator's Circle on ${toDay(created)}. We'll email you onboarding times within one business day.`,
      `See my membership: ${SITE}/account`,
      'You pay $997 for 2 months, then $1,497 until you cancel.',
      `Terms of Service: ${SITE}/terms`,
      `The next payment is $997, on ${toDay(await readPeriodEnd(site, subscription))}.`,
      `Then $1,497 a month, from ${formatDay(new Date(String(regular_from)))}.`,
      'Manage Subscription',
      'hello@creatorscircle.example',
    ].map((words) => mail.text.indexOf(words))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions[0]).toBeGreaterThan(0)
    expect(mail.html).toContain('>Onboarding is next.</div>')
  })

  test('by a former member is confirmed without onboarding', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    expect(await site.check(member)).toMatchObject({ former: false })
    await site.stripe.subscriptions.cancel(subscription)
    await takeNextMailTo(member)
    await site.pay((await site.checkout({ user: member }, { acceptsRegular: true })).sessionId)
    const { subject, text } = await takeNextMailTo(member)
    expect(subject).toBe("Welcome back to Creator's Circle")
    expect(text).toContain("We charged $1,497 for Creator's Circle on ")
    expect(text).not.toContain('onboarding')
    expect(await site.check(member)).toMatchObject({ subscribed: true, former: true })
  })

  test('that is older than three weeks is not confirmed by email', async () => {
    const buyer = site.createUser()
    const services = site.billing.mail
    site.billing.mail = undefined
    await site.buy({ user: buyer })
    await advance(daysToSeconds(22))
    site.billing.mail = services
    await sendMails(site.billing)
    expect(takeMailsTo(buyer)).toEqual([])
  })
})

describe('a cancellation', () => {
  test.each(['in the portal', 'by the studio'])(
    '%s is confirmed by one email each time, and so is its reversal',
    async (by) => {
      const { subscription, ...member } = await createWelcomedMember()
      const periodEnd = await readPeriodEnd(site, subscription)
      for (let round = 0; round < 2; round += 1) {
        await site.stripe.subscriptions.update(
          subscription,
          by === 'in the portal' ? { cancel_at: periodEnd } : { cancel_at_period_end: true },
        )
        const canceled = await takeNextMailTo(member)
        expect(canceled.subject).toBe("Your Creator's Circle membership is canceled")
        expect(canceled.text).toContain(
          `stays active until ${toDay(periodEnd)} and won't renew, so we won't charge you for another month.`,
        )
        expect(canceled.text).toContain('finished episodes and clips for 90 days after')
        await site.stripe.subscriptions.update(subscription, { cancel_at: '' })
        const resumed = await takeNextMailTo(member)
        expect(resumed.subject).toBe("Your Creator's Circle membership continues")
        expect(resumed.text).toContain(
          `Next payment: $997 on ${toDay(periodEnd)}.\n\nThen $1,497 a month, from `,
        )
      }
    },
  )

  test('that is reverted before its email is sent causes no email', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await site.deliverAll()
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    await sendMails(site.billing)
    await advance()
    expect(takeMailsTo(member)).toEqual([])
  })

  test('ends the membership, and an email gives the reason', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await advance()
    takeMailsTo(member)
    await advance(monthSeconds)
    const { ended_at } = await site.stripe.subscriptions.retrieve(subscription)
    const mail = takeMailTo(member)
    expect(mail.subject).toBe("Your Creator's Circle membership has ended")
    expect(mail.text).toContain(`It ended on ${toDay(ended_at)}, as you requested. Nothing more is due.`)
    expect(mail.text).toContain("You're welcome back anytime, for $1,497 a month.")
    expect(mail.text).toContain(`See the offer: ${SITE}/services#offer`)
  })

  test('by the studio with immediate effect causes an email without “as you requested”', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    await site.stripe.subscriptions.cancel(subscription)
    const { text } = await takeNextMailTo(member)
    expect(text).toMatch(/It ended on \w+\s\d+,\s\d+\. Nothing more is due\./)
    expect(text).not.toContain('welcome back')
  })
})

test('a dispute causes an email that names the payment, and so does a lost one that ends the membership', async () => {
  const { subscription, customer, ...member } = await createWelcomedMember()
  const [charge] = (await site.stripe.charges.list({ customer })).data
  expect(await site.account.control({ dispute: charge?.id })).toBe(200)
  const stopped = await takeNextMailTo(member)
  expect(stopped.subject).toBe("Your Creator's Circle payment was disputed")
  const payment = `your payment of $997 on ${toDay(charge?.created)}`
  expect(stopped.text).toContain(`a dispute over ${payment}, so we stopped the renewal of Creator's Circle.`)
  expect(stopped.text).toContain(`stays active until ${toDay(await readPeriodEnd(site, subscription))}`)
  expect(stopped.text).toContain('email hello@creatorscircle.example or call us')
  expect(stopped.text).not.toMatch(/Changed your mind|Resume/)
  const [dispute] = (await site.stripe.disputes.list()).data
  expect(await site.account.control({ closeDispute: dispute?.id, won: false })).toBe(200)
  const ended = await takeNextMailTo(member)
  expect(ended.text).toContain(` because ${payment} was disputed. Nothing more is due.`)
})

test('a cancellation after a disputed membership was resumed causes the email about a cancellation', async () => {
  const { subscription, customer, ...member } = await createWelcomedMember()
  const [charge] = (await site.stripe.charges.list({ customer })).data
  await site.account.control({ dispute: charge?.id })
  expect((await takeNextMailTo(member)).subject).toContain('payment was disputed')
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
  expect((await takeNextMailTo(member)).subject).toContain('membership continues')
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  expect((await takeNextMailTo(member)).subject).toContain('membership is canceled')
})

test.each([
  ['without an end date', undefined],
  ['with an end date', 40],
])('a pause by the studio %s is announced by email once, and so is its end', async (_, days) => {
  const { subscription, ...member } = await createWelcomedMember()
  const resumesAt = days && site.account.billing.clock.now() + daysToSeconds(days)
  await site.stripe.subscriptions.update(subscription, {
    pause_collection: { behavior: 'void', ...(resumesAt ? { resumes_at: resumesAt } : {}) },
  })
  const paused = await takeNextMailTo(member)
  expect(paused.subject).toBe("Your Creator's Circle membership is paused")
  expect(paused.text).toContain(resumesAt ? `until ${toDay(resumesAt)}` : 'until it resumes')
  await site.stripe.subscriptions.update(subscription, { pause_collection: '' })
  expect((await takeNextMailTo(member)).subject).toBe("Your Creator's Circle membership continues")
})

test('a pause that ends before the next charge delays neither the charge nor its notice', async () => {
  const { subscription, ...member } = await createWelcomedMember()
  await advance(monthSeconds)
  const chargedAt = await readPeriodEnd(site, subscription)
  await site.stripe.subscriptions.update(subscription, {
    pause_collection: { behavior: 'void', resumes_at: chargedAt - daysToSeconds(3) },
  })
  await advance(chargedAt - daysToSeconds(13) - site.account.billing.clock.now())
  const takeSubjects = () => takeMailsTo(member).map(({ subject }) => subject)
  expect(takeSubjects()).toEqual([
    "Your Creator's Circle membership is paused",
    `Your introductory price ends on ${toDay(chargedAt)}`,
  ])
  await advance(daysToSeconds(11))
  expect(takeSubjects()).toEqual(["Your Creator's Circle membership continues"])
  expect(await site.check(member)).toMatchObject({
    status: 'active',
    subscribed: true,
    paused_until: null,
    next_amount: 149_700,
  })
  await advance(daysToSeconds(3))
  const { data } = await site.stripe.invoices.list({ subscription, status: 'paid' })
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([149_700, 99_700, 99_700])
})

describe('a failed payment', () => {
  test('causes an email immediately, three days before access ends, and when the membership ends', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    const invoice = await failRenewal(site, subscription)
    const failed = await takeNextMailTo(member)
    expect(failed.subject).toBe("Your Creator's Circle payment failed")
    expect(failed.text).toContain(
      `We couldn't charge $997 for Creator's Circle, due ${toDay(invoice.created)}.`,
    )
    const deadline = toDay(invoice.created + daysToSeconds(14))
    expect(failed.text).toContain(`Your membership stays active until ${deadline}.`)
    expect(failed.text).toContain(`Pay $997 now: ${SITE}/account#pay\n`)

    const advanceToDay = (day: number) =>
      advance(invoice.created + daysToSeconds(day) - site.billing.now().getTime() / 1000)
    await advanceToDay(10)
    expect(takeMailsTo(member)).toEqual([])
    await advanceToDay(12)
    const warning = takeMailTo(member)
    expect(warning.subject).toBe(`Pay by ${deadline} to keep Creator's Circle`)
    expect(warning.text).toContain(`Pay $997 now: ${SITE}/account#pay\n`)
    await expect(openInvoice(site.billing, member)).resolves.toBe(invoice.hosted_invoice_url)

    for (let step = 0; step < 3; step += 1) await advance(daysToSeconds(5))
    const ended = takeMailTo(member)
    expect(ended.text).toMatch(/It ended on \w+\s\d+,\s\d+ because \$997 went unpaid\. Nothing more is due\./)
    expect(ended.text).toContain("You're welcome back anytime, for $1,497 a month.")
    await expect(openInvoice(site.billing, member)).rejects.toMatchObject({ code: 'nothing_due' })
  })

  test('by a guest causes an email with a sign-in link to an account that can open the invoice', async () => {
    const email = 'guest.in.arrears@example.com'
    const { subscription } = await site.buy({ network: email, email })
    const guest = { ...site.createUser(), email }
    const invoice = await failRenewal(site, subscription)
    await advance()
    const failed = takeMailsTo(guest).find(({ subject }) => subject.includes('payment failed'))
    const next = encodeURIComponent(`${SITE}/account?password=later#pay`)
    expect(failed?.text).toContain(
      `Pay $997 now: ${SITE}/auth/confirm#token_hash=token&type=invite&next=${next}`,
    )
    expect(failed?.text).toContain(
      `get another one here: ${SITE}/sign-in?next=%2Faccount#email=guest.in.arrears%40example.com`,
    )
    await attachPurchase(site.billing, guest)
    await expect(openInvoice(site.billing, guest)).resolves.toBe(invoice.hosted_invoice_url)
  })

  test.each(['Stripe’s status is unpaid', 'the deadline is over'])(
    'causes an email without a promise of access if %s',
    async (reason) => {
      const { subscription, ...member } = await createWelcomedMember()
      await failRenewal(site, subscription)
      const { store } = site.account.billing
      const setUnpaid = `update objects set body = json_set(body, '$.status', 'unpaid') where id = ?`
      if (reason === 'the deadline is over') site.billing.graceDays = 0
      else store.prepare(setUnpaid).run(subscription)
      await sendMails(site.billing)
      site.billing.graceDays = 14
      const { text } = takeMailTo(member)
      expect(text).toContain('Pay $997 now')
      expect(text).not.toContain('stays active')
    },
  )

  test('that is paid afterwards causes one email with the next payment', async () => {
    const { subscription, customer, ...member } = await createWelcomedMember()
    const invoice = await failRenewal(site, subscription)
    await takeNextMailTo(member)
    await advance(60)
    expect(takeMailsTo(member)).toEqual([])
    await payInvoice(site, customer, invoice.id)
    const { subject, text } = await takeNextMailTo(member)
    const { items } = await site.stripe.subscriptions.retrieve(subscription)
    expect(subject).toBe("We received your Creator's Circle payment")
    expect(text).toContain("We received $997 for Creator's Circle. Your membership continues.")
    expect(text).toContain(`The next payment is $1,497, on ${toDay(items.data[0]?.current_period_end)}.`)
    await advance(daysToSeconds(1))
    expect(takeMailsTo(member)).toEqual([])
  })

  test('that is paid for a canceled membership, which is then resumed, causes no other email', async () => {
    const { subscription, customer, ...member } = await createWelcomedMember()
    const invoice = await failRenewal(site, subscription)
    await takeNextMailTo(member)
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await payInvoice(site, customer, invoice.id)
    expect((await takeNextMailTo(member)).subject).toBe("Your Creator's Circle membership is canceled")
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: false })
    expect((await takeNextMailTo(member)).subject).toBe("Your Creator's Circle membership continues")
  })

  test('that is paid before its email is sent causes no email', async () => {
    const { subscription, customer, ...member } = await createWelcomedMember()
    const invoice = await failRenewal(site, subscription)
    await payInvoice(site, customer, invoice.id)
    await sendMails(site.billing)
    expect(takeMailsTo(member)).toEqual([])
    await expectRefusal(openInvoice(site.billing, member), '409 nothing_due')
  })
})
