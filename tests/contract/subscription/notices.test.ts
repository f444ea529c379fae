import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { formatDay } from '@/lib/content/text/format'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { reconcile } from '@/lib/membership/reconcile'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import {
  createCoupon,
  createPrice,
  listAlerts,
  monthSeconds,
  readMembershipIds,
  recordMails,
  SITE,
  setUpSite,
  skipMailRetryDelays,
} from './support.ts'

// The scheduler's run also emails links to guests, which the account service creates.
vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

const site = await setUpSite({ endsMemberships: true })

const { sent, failures, services } = recordMails(site)
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => {
  vi.mocked(console.info).mockRestore()
})

const sql = (text: string, values: unknown[] = []) => site.billing.database.sql(text, values)

/** Advances the time, delivers the webhooks and runs the scheduler. */
async function advanceTime(seconds: number): Promise<void> {
  await site.advance(seconds)
  await reconcile(site.billing)
}

/** Finds a member's emails, except the confirmation of the purchase. */
const findMailsTo = (member: User) =>
  sent.filter(
    ({ to, subject }) => to === member.email && subject !== "Your Creator's Circle membership is active",
  )

async function getSubscription(member: User) {
  const { subscription } = await readMembershipIds(site, member)
  return site.stripe.subscriptions.retrieve(subscription)
}

/** Changes a member's price as Stripe's dashboard does, from the next renewal on. */
async function changePrice(member: User, amount: number): Promise<void> {
  const { id, items } = await getSubscription(member)
  await site.stripe.subscriptions.update(id, {
    items: [{ id: String(items.data[0]?.id), price: await createPrice(site, amount) }],
    proration_behavior: 'none',
  })
}

/** Creates a member who has paid the regular price once, by default about 20 days before the next renewal. */
async function createRegularMember(daysAfterRenewal = 9): Promise<User> {
  const member = await site.createMember()
  for (let month = 0; month < 2; month += 1) await advanceTime(monthSeconds)
  await advanceTime(daysToSeconds(daysAfterRenewal))
  sent.length = 0
  return member
}

const toDay = (seconds = 0) => formatDay(new Date(seconds * 1000))

describe('once a year', () => {
  test('a member is reminded of the price and the interval', async () => {
    const member = await createRegularMember()
    for (let step = 0; step < 12; step += 1) await advanceTime(daysToSeconds(25))
    const mails = findMailsTo(member)
    expect(mails.map(({ subject }) => subject)).toEqual(["Your Creator's Circle membership: yearly reminder"])
    expect(mails[0]?.text).toContain('renews automatically every month at $1,497')
    for (let step = 0; step < 13; step += 1) await advanceTime(daysToSeconds(29))
    expect(findMailsTo(member)).toHaveLength(2)
  })
})

describe('before the introductory price ends', () => {
  test('a member whose membership ends in half a year gets a notice, too', async () => {
    const member = await site.createMember()
    const { id, created } = await getSubscription(member)
    await site.stripe.subscriptions.update(id, { cancel_at: created + daysToSeconds(200) })
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(17))
    expect(findMailsTo(member).map(({ text }) => text)).toEqual([expect.stringContaining('$1,497')])
  })

  test('a member gets one notice one to three weeks ahead, with both prices, the day, and how to cancel', async () => {
    const member = await site.createMember()
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(10))
    expect(findMailsTo(member)).toEqual([])
    await advanceTime(daysToSeconds(7))
    const [mail] = findMailsTo(member)
    const end = (await getSubscription(member)).items.data[0]?.current_period_end
    expect(mail?.subject).toBe(`Your introductory price ends on ${toDay(end)}`)
    for (const body of [mail?.text, mail?.html]) {
      for (const phrase of [
        '$997 a month',
        '$1,497 a month',
        toDay(end),
        'renews automatically every month',
        'Cancel online',
      ]) {
        expect(body).toContain(phrase)
      }
    }
    expect(mail?.text).toContain(`Manage or cancel: ${SITE}/sign-in?next=%2F`)
    expect(mail?.text).toContain('hello@creatorscircle.example')
    const leadDays = (Number(end) - site.account.billing.clock.now()) / daysToSeconds(1)
    expect(leadDays).toBeGreaterThan(7)
    expect(leadDays).toBeLessThan(21)
    for (let day = 0; day < 5; day += 1) await advanceTime(daysToSeconds(1))
    await skipMailRetryDelays(site)
    await advanceTime(daysToSeconds(14))
    await advanceTime(daysToSeconds(31))
    expect(findMailsTo(member)).toHaveLength(1)
  })

  test.each(['composes', 'sends'])(
    'two concurrent servers send a notice once, even if one %s it slowly',
    async (step) => {
      site.billing.mail = undefined
      const members = [await site.createMember(), await site.createMember()]
      await advanceTime(monthSeconds)
      await advanceTime(daysToSeconds(20))
      const otherServer = site.otherInstance()
      otherServer.mail = services
      let isFirst = true
      /** The other server sends the due notices while this one processes the first of them. */
      const runOtherServer = async () => {
        if (!isFirst) return
        isFirst = false
        // The retry of a notice becomes due while a slow server composes it.
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
      for (const member of members) expect(findMailsTo(member)).toHaveLength(1)
    },
  )

  test('a failed mail is stored with its error and retried after growing delays', async () => {
    const member = await site.createMember()
    await advanceTime(monthSeconds)
    failures.push(new Error('no mail today'), new Error('nor now'))
    await advanceTime(daysToSeconds(18))
    expect(findMailsTo(member)).toEqual([])
    const { id } = await getSubscription(member)
    const readNotice = async () =>
      // A minute counts as 50 seconds, since a part of the delay has passed.
      (
        await sql(
          `select attempts, last_error, sent_at, extract(epoch from next_attempt_at - now())::int / 50 as "delayMinutes"
             from notices where stripe_subscription_id = $1`,
          [id],
        )
      )[0]
    expect(await readNotice()).toEqual({
      attempts: 1,
      last_error: 'Error: no mail today',
      sent_at: null,
      delayMinutes: 1,
    })
    await reconcile(site.billing)
    expect(failures).toHaveLength(1)
    await skipMailRetryDelays(site)
    await reconcile(site.billing)
    expect(await readNotice()).toMatchObject({ attempts: 2, last_error: 'Error: nor now', delayMinutes: 2 })
    await skipMailRetryDelays(site)
    await reconcile(site.billing)
    expect(await readNotice()).toMatchObject({ attempts: 3, last_error: null, sent_at: expect.any(Date) })
    expect(findMailsTo(member)).toHaveLength(1)
  })

  test('a late notice is sent, and reported', async () => {
    const member = await site.createMember()
    site.billing.mail = undefined
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(26))
    site.billing.mail = services
    await reconcile(site.billing)
    expect(findMailsTo(member)).toHaveLength(1)
    expect(listAlerts().join()).toMatch(/ALERT intro_end .* only [0-6]\.\d days before/)
  })

  test('a member who cancels gets no notice until the cancellation is reverted', async () => {
    const member = await site.createMember()
    await advanceTime(monthSeconds)
    const { id } = await getSubscription(member)
    await site.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await advanceTime(daysToSeconds(18))
    expect(findMailsTo(member)).toEqual([])
    await site.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await advanceTime(daysToSeconds(1))
    expect(findMailsTo(member)).toHaveLength(1)
  })

  test('no notice is sent after a cancellation that the mirror does not have yet', async () => {
    const member = await site.createMember()
    site.billing.mail = undefined
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(18))
    const { id } = await getSubscription(member)
    await site.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    site.billing.mail = services
    await sendMails(site.billing)
    expect(findMailsTo(member)).toEqual([])
    expect(await sql('select from notices where stripe_subscription_id = $1', [id])).toEqual([])
  })

  test("the recipient is Stripe's email at the moment of sending", async () => {
    const member = await site.createMember()
    site.billing.mail = undefined
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(18))
    const { customer } = await getSubscription(member)
    await site.stripe.customers.update(String(customer), { email: 'moved@example.com' })
    site.billing.mail = services
    await reconcile(site.billing)
    expect(findMailsTo(member)).toEqual([])
    expect(sent.filter(({ to }) => to === 'moved@example.com')).toHaveLength(1)
  })

  test("a guest's notice links to the page that emails a link to sign in", async () => {
    const email = `guest${Math.random()}@example.com`
    const { sessionId } = await site.checkout({ network: email, email })
    await site.pay(sessionId, { email })
    await site.deliverAll()
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(18))
    const mail = sent.findLast(({ to }) => to === email)
    expect(mail?.text).toContain(`Manage or cancel: ${SITE}/sign-in?next=%2F\n`)
    expect(mail?.text).toContain('a page that emails you a link')
  })

  test.each(['before a notice is recorded', 'before a notice is sent', 'while a notice is composed'])(
    'a customer who was anonymized %s gets no mail, even if Stripe still charges',
    async (when) => {
      const member = await site.createMember()
      const { customer } = await getSubscription(member)
      await advanceTime(monthSeconds)
      const anonymize = () =>
        sql('update customers set forgotten_at = now() where stripe_customer_id = $1', [customer])
      if (when === 'before a notice is recorded') await anonymize()
      if (when === 'before a notice is sent') failures.push(new Error('no mail today'))
      if (when === 'while a notice is composed') {
        site.billing.mail = {
          ...services,
          texts: async () => {
            await anonymize()
            return seedMailTexts()
          },
        }
      }
      await advanceTime(daysToSeconds(18))
      await anonymize()
      await skipMailRetryDelays(site)
      await reconcile(site.billing)
      expect(findMailsTo(member)).toEqual([])
    },
  )
})

describe('before the regular price of a member changes', () => {
  test('a price that is set in Stripe two days after a renewal is announced at once', async () => {
    const member = await createRegularMember(2)
    await changePrice(member, 159_700)
    await advanceTime(3600)
    expect(findMailsTo(member)).toHaveLength(1)
    const end = Number((await getSubscription(member)).items.data[0]?.current_period_end)
    expect((end - site.account.billing.clock.now()) / daysToSeconds(1)).toBeGreaterThan(21)
  })

  test('a notice of a price that was set in Stripe later than the terms promise is sent and reported', async () => {
    const member = await createRegularMember()
    await changePrice(member, 159_700)
    await advanceTime(daysToSeconds(8))
    const [mail] = findMailsTo(member)
    expect(mail?.subject).toMatch(/^Your price changes on /)
    expect(mail?.text).toContain('from $1,497 to $1,597 a month')
    expect(listAlerts().join()).toMatch(/ALERT fee_change .* only 1\d\.\d days before/)
    await skipMailRetryDelays(site)
    await advanceTime(daysToSeconds(2))
    expect(findMailsTo(member)).toHaveLength(1)
  })

  test('a second price change causes another notice; a change that is reverted first causes none', async () => {
    const member = await createRegularMember()
    await changePrice(member, 159_700)
    await advanceTime(daysToSeconds(8))
    await changePrice(member, 169_700)
    await advanceTime(daysToSeconds(1))
    expect(findMailsTo(member).map(({ text }) => text.match(/to (\$[\d,]+) a month/)?.[1])).toEqual([
      '$1,597',
      '$1,697',
    ])

    const otherMember = await createRegularMember()
    await changePrice(otherMember, 159_700)
    await changePrice(otherMember, 149_700)
    await advanceTime(daysToSeconds(8))
    expect(findMailsTo(otherMember)).toEqual([])
  })

  test.each(['the time of a notice', 'an event of its schedule'])(
    'a price that changes without an event of the subscription is found by %s',
    async (way) => {
      const member = await createRegularMember()
      const { id, items, customer } = await getSubscription(member)
      const { store } = site.account.billing
      const price = { ...items.data[0]?.price, unit_amount: 159_700, unit_amount_decimal: '159700' }
      store
        .prepare("update objects set body = json_set(body, '$.items.data[0].price', json(?)) where id = ?")
        .run(JSON.stringify(price), id)
      if (way === 'an event of its schedule') {
        const [event] = (await site.stripe.events.list({ limit: 1 })).data
        if (event)
          await site.deliver({
            ...event,
            id: 'evt_schedule',
            type: 'subscription_schedule.updated',
            data: { object: { object: 'subscription_schedule', customer } },
          } as Stripe.SubscriptionScheduleUpdatedEvent)
        await advanceTime(1)
      } else await advanceTime(daysToSeconds(8))
      expect(findMailsTo(member).map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^Your price changes on /),
      ])
    },
  )

  test('a staff coupon for a free month is announced, and so is the charge after it', async () => {
    const member = await site.createMember()
    const { id } = await getSubscription(member)
    // A month that began in the second of the purchase would end at the renewal, and reduce nothing.
    site.account.billing.advance(60)
    const coupon = await createCoupon(site, 149_700, 1)
    await site.stripe.subscriptions.update(id, { discounts: [{ coupon }] })
    // In a month of 31 days, the notice is due on the second day.
    await advanceTime(daysToSeconds(2))
    expect(await site.check(member)).toMatchObject({ next_amount: 0, regular_amount: null })
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(5))
    expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 149_700 })
    expect(findMailsTo(member).map(({ text }) => text.match(/from (\S+ to \S+) a month/)?.[1])).toEqual([
      '$997 to $0',
      '$0 to $1,497',
    ])
  })

  test('a coupon of staff beside the introduction is announced, and so is each price that follows', async () => {
    const member = await site.createMember()
    const { id, discounts } = await getSubscription(member)
    site.account.billing.advance(60)
    const coupon = await createCoupon(site, 10_000, 3)
    await site.stripe.subscriptions.update(id, {
      discounts: [{ discount: String(discounts[0]) }, { coupon }],
    })
    await advanceTime(daysToSeconds(2))
    // The price after the introduction depends on the other coupon, so the status shows none.
    expect(await site.check(member)).toMatchObject({ next_amount: 89_700, regular_amount: null })
    for (let month = 0; month < 4; month += 1) {
      await advanceTime(daysToSeconds(18))
      await advanceTime(daysToSeconds(13))
    }
    expect(await site.check(member)).toMatchObject({ next_amount: 149_700 })
    const amounts = /\$[\d,]+(?= (?:to \$|a month))/g
    expect(
      findMailsTo(member)
        .filter(({ subject }) => /price/.test(subject))
        .map(({ subject, text }) => [subject.split(' on ')[0], [...new Set(text.match(amounts))]]),
    ).toEqual([
      ['Your price changes', ['$997', '$897']],
      ['Your introductory price ends', ['$897', '$1,397']],
      ['Your price changes', ['$1,397', '$1,497']],
    ])
  })

  test('credits and prorations do not count as a change of the fee', async () => {
    const member = await createRegularMember()
    // The preview contains a credit and a line for a proration.
    const { invoices } = site.billing.stripe
    const createPreview = invoices.createPreview.bind(invoices)
    const previewSpy = vi.spyOn(invoices, 'createPreview').mockImplementation(async (params) => {
      const invoice = await createPreview(params)
      const [line] = invoice.lines.data
      const { parent } = line ?? {}
      const details = parent?.subscription_item_details
      if (!line || !parent || !details) return invoice
      const proration = {
        ...line,
        amount: -3000,
        parent: { ...parent, subscription_item_details: { ...details, proration: true } },
      }
      return {
        ...invoice,
        amount_due: invoice.amount_due - 8000,
        lines: { ...invoice.lines, data: [proration, line] },
      }
    })
    await site.check(member, { isRefreshRequested: true })
    await advanceTime(daysToSeconds(8))
    previewSpy.mockRestore()
    expect(findMailsTo(member)).toEqual([])
  })

  test('a membership with a yearly price is reported, so that an operator writes the notice', async () => {
    const member = await createRegularMember()
    const retrieve = site.billing.stripe.subscriptions.retrieve.bind(site.billing.stripe.subscriptions)
    await changePrice(member, 159_700)
    const retrieveSpy = vi
      .spyOn(site.billing.stripe.subscriptions, 'retrieve')
      .mockImplementation(async (...args) => {
        const response = await retrieve(...args)
        for (const { price } of response.items.data) if (price.recurring) price.recurring.interval = 'year'
        return response
      })
    await advanceTime(daysToSeconds(8))
    expect(findMailsTo(member)).toEqual([])
    expect(listAlerts().join()).toMatch(/ALERT sub_\w+ is not charged by the month/)
    retrieveSpy.mockRestore()
  })
})

test('without a mail server, no notice is recorded', async () => {
  site.billing.mail = undefined
  const member = await site.createMember()
  await advanceTime(monthSeconds)
  await advanceTime(daysToSeconds(18))
  const { id } = await getSubscription(member)
  expect(await sql('select from notices where stripe_subscription_id = $1', [id])).toEqual([])
})
