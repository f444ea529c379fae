import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, createOffer, days, refusal, startAccount, until } from '../../testing/stripeAccount.ts'

let account: Account
let stripe: Stripe
let offer: { product: string; price: string; coupon: string }
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
  offer = await createOffer(stripe)
})
afterAll(() => account.close())

const JAN_31 = Date.UTC(2027, 0, 31, 10) / 1000
const HOUR = 3600

/** A customer on a test clock of their own, with a card. */
async function customerOn(frozen_time: number, card = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time })
  const customer = await stripe.customers.create({ email: 'clock@example.com', test_clock: clock.id })
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  return { clock: clock.id, customer: customer.id }
}

async function advance(clock: string, frozen_time: number): Promise<void> {
  const moving = await stripe.testHelpers.testClocks.advance(clock, { frozen_time })
  expect(moving.status).toBe('advancing')
  await until(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status === 'ready')
}

function subscribe(customer: string, params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  return stripe.subscriptions.create({ customer, items: [{ price: offer.price }], ...params })
}

async function invoicesOf(subscription: string): Promise<Stripe.Invoice[]> {
  return (await stripe.invoices.list({ subscription, limit: 100 })).data.reverse()
}

const at = (seconds: number | undefined) => new Date(Number(seconds) * 1000).toISOString()
const periodOf = ({ items }: Stripe.Subscription) => items.data[0]

describe('the offer', () => {
  test('charges 997, 997 and then 1,497 dollars, on the last day of short months', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer, { discounts: [{ coupon: offer.coupon }], expand: ['discounts'] })
    expect(made).toMatchObject({ status: 'active', test_clock: clock })
    expect(made.discounts[0]).toMatchObject({ source: { coupon: offer.coupon, type: 'coupon' } })
    expect(at(periodOf(made)?.current_period_end)).toBe('2027-02-28T10:00:00.000Z')

    const preview = await stripe.invoices.createPreview({ subscription: made.id })
    expect(preview).toMatchObject({ amount_due: 99_700, billing_reason: 'upcoming' })

    await advance(clock, Date.UTC(2027, 1, 28, 10) / 1000 + HOUR)
    const second = await stripe.subscriptions.retrieve(made.id)
    expect(at(periodOf(second)?.current_period_end)).toBe('2027-03-31T10:00:00.000Z')
    expect((await stripe.invoices.createPreview({ subscription: made.id })).amount_due).toBe(149_700)

    await advance(clock, Date.UTC(2027, 2, 31, 10) / 1000 + HOUR)
    const third = await stripe.subscriptions.retrieve(made.id)
    expect(at(periodOf(third)?.current_period_end)).toBe('2027-04-30T10:00:00.000Z')
    expect(third.discounts).toEqual([])

    const invoices = await invoicesOf(made.id)
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([99_700, 99_700, 149_700])
    expect(invoices.map(({ billing_reason }) => billing_reason)).toEqual([
      'subscription_create',
      'subscription_cycle',
      'subscription_cycle',
    ])
    expect(invoices[1]?.lines.data[0]?.pricing?.price_details?.price).toBe(offer.price)
    expect(invoices[1]?.parent?.subscription_details?.subscription).toBe(made.id)
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(3)
  })

  test('charges the same by the time of the account', async () => {
    const own = await startAccount()
    const terms = await createOffer(own.stripe)
    const customer = await own.stripe.customers.create({})
    const method = await own.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const made = await own.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: terms.price }],
      default_payment_method: method.id,
      discounts: [{ coupon: terms.coupon }],
    })
    for (let month = 0; month < 3; month += 1) own.billing.advance(days(31))
    const { data } = await own.stripe.invoices.list({ subscription: made.id })
    expect(data.map(({ amount_paid }) => amount_paid)).toEqual(
      [149_700, 149_700, 99_700, 99_700].slice(-data.length),
    )
    expect(data.length).toBeGreaterThanOrEqual(3)
    const [event] = (await own.stripe.events.list({ type: 'invoice.paid', limit: 1 })).data
    expect(event?.created).toBeGreaterThan(Date.now() / 1000 + days(55))
    await own.close()
  })
})

test('a discount that was given goes on, though its coupon is gone and another has its id', async () => {
  const terms = { currency: 'usd', duration: 'repeating', duration_in_months: 2, id: 'reborn' } as const
  await stripe.coupons.create({ ...terms, amount_off: 50_000 })
  const { clock, customer } = await customerOn(JAN_31)
  const made = await subscribe(customer, { discounts: [{ coupon: 'reborn' }] })
  await stripe.coupons.del('reborn')
  await stripe.coupons.create({ ...terms, amount_off: 100 })
  await advance(clock, Number(periodOf(made)?.current_period_end) + HOUR)
  expect((await invoicesOf(made.id)).map(({ amount_paid }) => amount_paid)).toEqual([99_700, 99_700])
})

describe('a renewal', () => {
  test('is a draft for an hour', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    await advance(clock, Number(periodOf(made)?.current_period_end))
    const [, draft] = await invoicesOf(made.id)
    expect(draft).toMatchObject({ status: 'draft', amount_due: 149_700, auto_advance: true })
    await advance(clock, Number(periodOf(made)?.current_period_end) + HOUR)
    expect((await invoicesOf(made.id))[1]).toMatchObject({ status: 'paid' })
  })

  test('that fails is tried again after 3, 5 and 7 days, and then the subscription is cancelled', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    await failFromNowOn(customer)
    const renewal = Number(periodOf(made)?.current_period_end) + HOUR
    await advance(clock, renewal)
    const [, failed] = await invoicesOf(made.id)
    expect(failed).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: renewal + days(3),
    })
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due')
    await advance(clock, renewal + days(3))
    expect((await invoicesOf(made.id))[1]).toMatchObject({
      attempt_count: 2,
      next_payment_attempt: renewal + days(8),
    })
    await advance(clock, renewal + days(15))
    expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      ended_at: renewal + days(15),
    })
  })

  test('that failed is made good with another card', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    await failFromNowOn(customer)
    await advance(clock, Number(periodOf(made)?.current_period_end) + HOUR)
    const [, open] = await invoicesOf(made.id)
    const error = await refusal(stripe.invoices.pay(String(open?.id)))
    expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 })
    const good = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    expect(await stripe.invoices.pay(String(open?.id), { payment_method: good.id })).toMatchObject({
      status: 'paid',
    })
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
  })

  test('with a card that always asks its holder says that something is to be done', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } })
    await advance(clock, Number(periodOf(made)?.current_period_end) + HOUR)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due')
    const { data } = await stripe.events.list({ type: 'invoice.payment_action_required', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ customer })
  })

  async function failFromNowOn(customer: string): Promise<void> {
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } })
  }
})

describe('a first payment', () => {
  test('that fails leaves the subscription incomplete for 23 hours', async () => {
    const { clock, customer } = await customerOn(JAN_31, 'pm_card_chargeCustomerFail')
    const made = await subscribe(customer)
    expect(made.status).toBe('incomplete')
    await advance(clock, JAN_31 + 23 * HOUR)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete_expired')
    expect((await invoicesOf(made.id))[0]?.status).toBe('void')
  })

  test('that fails is an error when asked for, and then nothing is there', async () => {
    const { customer } = await customerOn(JAN_31, 'pm_card_chargeCustomerFail')
    const error = await refusal(subscribe(customer, { payment_behavior: 'error_if_incomplete' }))
    expect(error.statusCode).toBe(402)
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  })
})

test('a card that pays the first invoice is kept for the others when asked for', async () => {
  const { id: customer } = await stripe.customers.create({})
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const made = await subscribe(customer, {
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
  expect(made.status).toBe('incomplete')
  expect(invoice?.confirmation_secret?.client_secret).toMatch(/^pi_.*_secret_/)
  await stripe.invoices.pay(String(invoice?.id), { payment_method: card.id })
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: 'active',
    default_payment_method: card.id,
  })
})

test('a change that changes nothing is no event', async () => {
  const { customer } = await customerOn(JAN_31)
  const made = await subscribe(customer)
  const count = async () =>
    (await stripe.events.list({ type: 'customer.subscription.updated', limit: 100 })).data.length
  const before = await count()
  await stripe.subscriptions.update(made.id, { metadata: {} })
  expect(await count()).toBe(before)
  await stripe.subscriptions.update(made.id, { metadata: { a: '1' } })
  expect(await count()).toBe(before + 1)
})

describe('an end', () => {
  test('by the parameter sets both fields, and comes with the period', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    const end = Number(periodOf(made)?.current_period_end)
    const planned = await stripe.subscriptions.update(made.id, { cancel_at_period_end: true })
    expect(planned).toMatchObject({ cancel_at_period_end: true, cancel_at: end, status: 'active' })
    expect((await refusal(stripe.invoices.createPreview({ subscription: made.id }))).code).toBe(
      'invoice_upcoming_none',
    )
    await advance(clock, end)
    expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({ status: 'canceled', ended_at: end })
    expect(await invoicesOf(made.id)).toHaveLength(1)
  })

  test('can be taken back', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    await stripe.subscriptions.update(made.id, { cancel_at: 'min_period_end' })
    const back = await stripe.subscriptions.update(made.id, { cancel_at: '' })
    expect(back).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null })
    await advance(clock, Number(periodOf(made)?.current_period_end) + HOUR)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
  })

  test('at once is final', async () => {
    const { customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    const ended = await stripe.subscriptions.cancel(made.id, { invoice_now: false, prorate: false })
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect((await refusal(stripe.subscriptions.cancel(made.id))).statusCode).toBe(404)
    expect((await refusal(stripe.subscriptions.update(made.id, { cancel_at_period_end: true }))).code).toBe(
      'invalid_canceled_subscription_fields',
    )
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  test('comes with the customer’s', async () => {
    const { customer } = await customerOn(JAN_31)
    const made = await subscribe(customer)
    await stripe.customers.del(customer)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('canceled')
  })
})

describe('a trial', () => {
  test('is free, and then paid for', async () => {
    const { clock, customer } = await customerOn(JAN_31)
    const made = await subscribe(customer, { trial_period_days: 7 })
    expect(made).toMatchObject({ status: 'trialing', trial_end: JAN_31 + days(7) })
    expect((await invoicesOf(made.id))[0]).toMatchObject({ status: 'paid', total: 0 })
    await advance(clock, JAN_31 + days(7) + HOUR)
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active')
    expect((await invoicesOf(made.id))[1]).toMatchObject({ amount_paid: 149_700 })
  })
})

test('a subscription can rest and go on', async () => {
  const { customer } = await customerOn(JAN_31)
  const made = await subscribe(customer)
  expect((await stripe.subscriptions.pause(made.id, { type: 'subscription' })).status).toBe('paused')
  const resumed = await stripe.subscriptions.resume(made.id, { billing_cycle_anchor: { type: 'unchanged' } })
  expect(resumed.status).toBe('active')
})

describe('money', () => {
  async function paid(card = 'pm_card_visa') {
    const { customer } = await customerOn(JAN_31, card)
    const made = await subscribe(customer, { expand: ['latest_invoice.payments'] })
    const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
    const intent = invoice?.payments?.data[0]?.payment.payment_intent
    return { customer, intent: String(intent) }
  }

  test('is given back, in parts and never twice', async () => {
    const { intent } = await paid()
    await stripe.refunds.create({ payment_intent: intent, amount: 50_000, reason: 'requested_by_customer' })
    expect((await refusal(stripe.refunds.create({ payment_intent: intent, amount: 100_000 }))).param).toBe(
      'amount',
    )
    await stripe.refunds.create({ payment_intent: intent })
    const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
    expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 149_700 })
    expect((await refusal(stripe.refunds.create({ payment_intent: intent }))).code).toBe(
      'charge_already_refunded',
    )
    const [event] = (await stripe.events.list({ type: 'charge.refunded', limit: 1 })).data
    expect(event?.data.object).toMatchObject({ object: 'charge', refunded: true })
  })

  test('is disputed', async () => {
    const { intent, customer } = await paid('pm_card_createDispute')
    const [event] = (await stripe.events.list({ type: 'charge.dispute.created', limit: 1 })).data
    expect(event?.data.object).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 149_700,
      payment_intent: intent,
    })
    expect((await refusal(stripe.refunds.create({ payment_intent: intent }))).code).toBe('charge_disputed')
    expect((await stripe.charges.list({ customer })).data[0]?.disputed).toBe(true)
  })
})

test('another price without proration leaves the period that is paid for, and is charged with the next', async () => {
  const { clock, customer } = await customerOn(JAN_31)
  const made = await subscribe(customer)
  const item = String(made.items.data[0]?.id)
  const price = (amount: number, interval: 'month' | 'year' = 'month') =>
    stripe.prices.create({
      product: offer.product,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval },
    })
  const change = async (other: Stripe.Price, proration_behavior: 'none' | 'create_prorations' = 'none') =>
    stripe.subscriptions.update(made.id, { items: [{ id: item, price: other.id }], proration_behavior })

  const changed = await change(await price(159_700))
  expect(changed.items.data).toMatchObject([
    { id: item, price: { unit_amount: 159_700 }, current_period_end: made.items.data[0]?.current_period_end },
  ])
  expect((await stripe.invoices.createPreview({ subscription: made.id })).amount_due).toBe(159_700)
  await advance(clock, JAN_31 + days(29))
  expect((await invoicesOf(made.id)).map(({ amount_due }) => amount_due)).toEqual([149_700, 159_700])

  expect((await refusal(change(await price(100), 'create_prorations'))).statusCode).toBe(501)
  expect((await refusal(change(await price(100, 'year')))).statusCode).toBe(501)
  const unknown = stripe.subscriptions.update(made.id, {
    items: [{ id: 'si_unknown', price: offer.price }],
    proration_behavior: 'none',
  })
  expect(await refusal(unknown)).toMatchObject({ statusCode: 400, code: 'resource_missing' })
})
