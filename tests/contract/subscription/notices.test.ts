import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import type { Mail } from '@/lib/mail'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { reconcile } from '@/lib/membership/reconcile'
import { createMemberBeforeNotice, recordMails, skipMailRetryDelays, toDay } from './mails.ts'
import {
  createCoupon,
  createPrice,
  listAlerts,
  type Member,
  monthSeconds,
  readPeriodEnd,
  SITE,
  setUpSite,
} from './support.ts'

// The scheduler's run also emails guests links that the account service creates.
vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

const site = await setUpSite({ endsMemberships: true })

const { takeMailsTo, takeMailTo, createWelcomedMember } = recordMails(site)

/** Advances the time, delivers the webhooks and runs the scheduler. */
async function advanceTime(seconds: number): Promise<void> {
  await site.advance(seconds)
  await reconcile(site.billing)
}

/** Changes a member's price as Stripe's dashboard does, from the next renewal on. */
async function changePrice({ subscription }: Member, amount: number): Promise<void> {
  const { id, items } = await site.stripe.subscriptions.retrieve(subscription)
  await site.stripe.subscriptions.update(id, {
    items: [{ id: String(items.data[0]?.id), price: await createPrice(site, amount) }],
    proration_behavior: 'none',
  })
}

/** Changes a subscription's price in Stripe without a subscription event. */
async function editPrice(
  subscription: string,
  change: Pick<Stripe.Price, 'unit_amount'> & Partial<Stripe.Price>,
): Promise<void> {
  const { items } = await site.stripe.subscriptions.retrieve(subscription)
  site.account.billing.store
    .prepare("update objects set body = json_set(body, '$.items.data[0].price', json(?)) where id = ?")
    .run(
      JSON.stringify({ ...items.data[0]?.price, ...change, unit_amount_decimal: String(change.unit_amount) }),
      subscription,
    )
}

/** Creates a member who has paid the regular price once. By default, the next renewal is about 20 days away. */
async function createRegularMember(daysAfterRenewal = 9): Promise<Member> {
  const member = await site.createMember()
  for (let month = 0; month < 2; month += 1) await advanceTime(monthSeconds)
  await advanceTime(daysToSeconds(daysAfterRenewal))
  takeMailsTo(member)
  return member
}

const isNotice = ({ subject }: Mail) => subject.includes('introductory price ends')

test('once a year, a member is reminded of the price and the interval', async () => {
  const member = await createRegularMember()
  for (let step = 0; step < 12; step += 1) await advanceTime(daysToSeconds(25))
  const { subject, text } = takeMailTo(member)
  expect(subject).toBe("Your Creator's Circle membership: yearly reminder")
  expect(text).toContain('renews automatically every month at $1,497')
  for (let step = 0; step < 13; step += 1) await advanceTime(daysToSeconds(29))
  takeMailTo(member)
})

describe('before the introductory price ends', () => {
  test('even a member whose membership ends in half a year gets a notice', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    const inHalfAYear = (await readPeriodEnd(site, subscription)) + daysToSeconds(170)
    await site.stripe.subscriptions.update(subscription, { cancel_at: inHalfAYear })
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(17))
    expect(takeMailTo(member).text).toContain('$1,497')
  })

  test('a member gets one notice, 7 to 21 days ahead, with both prices, the date and how to cancel', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(10))
    expect(takeMailsTo(member)).toEqual([])
    await advanceTime(daysToSeconds(7))
    const mail = takeMailTo(member)
    const end = await readPeriodEnd(site, subscription)
    expect(mail.subject).toBe(`Your introductory price ends on ${toDay(end)}`)
    for (const phrase of [
      '$997 a month',
      '$1,497 a month',
      toDay(end),
      'renews automatically every month',
      'Cancel online',
    ]) {
      expect(mail.text).toContain(phrase)
      expect(mail.html).toContain(phrase)
    }
    expect(mail.text).toContain(`Manage or cancel: ${SITE}/account\n`)
    expect(mail.text).toContain('hello@creatorscircle.example')
    const leadDays = (end - site.account.billing.clock.now()) / daysToSeconds(1)
    expect(leadDays).toBeGreaterThan(7)
    expect(leadDays).toBeLessThan(21)
    for (let day = 0; day < 5; day += 1) await advanceTime(daysToSeconds(1))
    await skipMailRetryDelays(site)
    await advanceTime(daysToSeconds(14))
    await advanceTime(daysToSeconds(31))
    expect(takeMailsTo(member)).toEqual([])
  })

  test('a late notice is sent and reported', async () => {
    const member = await createMemberBeforeNotice(site)
    await advanceTime(daysToSeconds(8))
    takeMailTo(member)
    expect(listAlerts().join()).toMatch(/ALERT introEnd .* only [0-6]\.\d days before/)
  })

  test('a member who cancels gets no notice until the cancellation is reverted', async () => {
    const { subscription, ...member } = await createMemberBeforeNotice(site)
    const { subscriptions } = site.stripe
    await subscriptions.update(subscription, { cancel_at_period_end: true })
    await advanceTime(1)
    expect(takeMailsTo(member).filter(isNotice)).toEqual([])
    await subscriptions.update(subscription, { cancel_at_period_end: false })
    await advanceTime(daysToSeconds(1))
    expect(takeMailsTo(member).filter(isNotice)).toHaveLength(1)
  })

  test('no notice is sent after a cancellation that the mirror does not contain yet', async () => {
    const { subscription, ...member } = await createMemberBeforeNotice(site)
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await sendMails(site.billing)
    expect(takeMailsTo(member)).toEqual([])
    const notices = await site.sql('select from notices where stripe_subscription_id = $1', [subscription])
    expect(notices).toEqual([])
  })

  test("a guest's notice links to the page that emails a sign-in link", async () => {
    const email = `guest${Math.random()}@example.com`
    await site.buy({ network: email, email })
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(18))
    const mail = takeMailsTo({ email }).find(isNotice)
    expect(mail?.text).toContain(`Manage or cancel: ${SITE}/sign-in?next=%2Faccount#`)
    expect(mail?.text).toContain('a page that emails you a link')
  })
})

describe('before a member’s regular price changes', () => {
  test('a price that is set in Stripe two days after a renewal is announced immediately', async () => {
    const member = await createRegularMember(2)
    await changePrice(member, 159_700)
    await advanceTime(3600)
    takeMailTo(member)
    const end = await readPeriodEnd(site, member.subscription)
    expect((end - site.account.billing.clock.now()) / daysToSeconds(1)).toBeGreaterThan(21)
  })

  test('a price set too late for the promised notice period is announced and reported', async () => {
    const member = await createRegularMember()
    await changePrice(member, 159_700)
    await advanceTime(daysToSeconds(8))
    const { subject, text } = takeMailTo(member)
    expect(subject).toMatch(/^Your price changes on /)
    expect(text).toContain('from $1,497 to $1,597 a month')
    expect(listAlerts().join()).toMatch(/ALERT feeChange .* only \d+\.\d days before/)
    await skipMailRetryDelays(site)
    await advanceTime(daysToSeconds(2))
    expect(takeMailsTo(member)).toEqual([])
  })

  test('a second price change causes a second notice; one reverted before its notice causes none', async () => {
    const member = await createRegularMember()
    await changePrice(member, 159_700)
    await advanceTime(daysToSeconds(8))
    expect(takeMailTo(member).text).toContain('to $1,597 a month')
    await changePrice(member, 169_700)
    await advanceTime(daysToSeconds(1))
    expect(takeMailTo(member).text).toContain('to $1,697 a month')

    const otherMember = await createRegularMember()
    await changePrice(otherMember, 159_700)
    await changePrice(otherMember, 149_700)
    await advanceTime(daysToSeconds(8))
    expect(takeMailsTo(otherMember)).toEqual([])
  })

  test.each(['the check for due notices', 'an event of its schedule'])(
    'a price change without a subscription event is found by %s',
    async (trigger) => {
      const { subscription, customer, ...member } = await createRegularMember()
      await editPrice(subscription, { unit_amount: 159_700 })
      if (trigger === 'an event of its schedule') {
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
      expect(takeMailTo(member).subject).toMatch(/^Your price changes on /)
    },
  )

  test('a staff coupon for a free month is announced, and so is the charge after it', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    // A discount that began in the same second as the purchase would end at the renewal, and reduce nothing.
    site.account.billing.advance(60)
    const coupon = await createCoupon(site, 149_700, 1)
    await site.stripe.subscriptions.update(subscription, { discounts: [{ coupon }] })
    // In a month of 31 days, the notice is due on the second day.
    await advanceTime(daysToSeconds(2))
    expect(await site.check(member)).toMatchObject({ next_amount: 0, regular_amount: null })
    await advanceTime(monthSeconds)
    await advanceTime(daysToSeconds(5))
    expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 149_700 })
    expect(takeMailsTo(member).map(({ text }) => text.match(/from (\S+ to \S+) a month/)?.[1])).toEqual([
      '$997 to $0',
      '$0 to $1,497',
    ])
  })

  test('a staff coupon on top of the introductory price is announced, and so is each price that follows', async () => {
    const { subscription, ...member } = await createWelcomedMember()
    const { id, discounts } = await site.stripe.subscriptions.retrieve(subscription)
    site.account.billing.advance(60)
    const coupon = await createCoupon(site, 10_000, 3)
    await site.stripe.subscriptions.update(id, {
      discounts: [{ discount: String(discounts[0]) }, { coupon }],
    })
    await advanceTime(daysToSeconds(2))
    // The price after the introductory months depends on the other coupon, so the status does not include it.
    expect(await site.check(member)).toMatchObject({ next_amount: 89_700, regular_amount: null })
    for (let month = 0; month < 4; month += 1) {
      await advanceTime(daysToSeconds(18))
      await advanceTime(daysToSeconds(13))
    }
    expect(await site.check(member)).toMatchObject({ next_amount: 149_700 })
    const amounts = /\$[\d,]+(?= (?:to \$|a month))/g
    expect(
      takeMailsTo(member)
        .filter(({ subject }) => /price/.test(subject))
        .map(({ subject, text }) => [subject.split(' on ')[0], [...new Set(text.match(amounts))]]),
    ).toEqual([
      ['Your price changes', ['$997', '$897']],
      ['Your introductory price ends', ['$897', '$1,397']],
      ['Your price changes', ['$1,397', '$1,497']],
    ])
  })

  test('credits and prorations do not count as a price change', async () => {
    const member = await createRegularMember()
    // The preview contains a credit and a line for a proration.
    const { invoices } = site.billing.stripe
    const createPreview = invoices.createPreview.bind(invoices)
    vi.spyOn(invoices, 'createPreview').mockImplementation(async (params) => {
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
    expect(takeMailsTo(member)).toEqual([])
  })

  test('a membership with a yearly price is reported, so that an operator can write the notice', async () => {
    const { subscription, ...member } = await createRegularMember()
    await editPrice(subscription, {
      unit_amount: 159_700,
      recurring: {
        interval: 'year',
        interval_count: 1,
        meter: null,
        trial_period_days: null,
        usage_type: 'licensed',
      },
    })
    await advanceTime(daysToSeconds(8))
    expect(takeMailsTo(member)).toEqual([])
    expect(listAlerts().join()).toMatch(/ALERT sub_\w+ is not billed monthly/)
  })
})
