import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  createOffer,
  days,
  refusal,
  SECRET_KEY,
  startAccount,
  until,
} from '../../testing/stripeAccount.ts'

let account: Account
let stripe: Stripe
let offer: Awaited<ReturnType<typeof createOffer>>
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
  offer = await createOffer(stripe)
})
afterAll(() => account.close())

const START = Date.UTC(2027, 0, 10) / 1000

/** A customer on a test clock, with a card. */
async function customerOn(card = 'pm_card_visa') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  const method = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  const reach = async (frozen_time: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
    await until(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  return { customer, method: method.id, reach }
}

// https://docs.stripe.com/billing/subscriptions/trials/free-trials
describe('a trial that is ended', () => {
  async function trialing(card?: string) {
    const made = await customerOn(card)
    const subscription = await stripe.subscriptions.create({
      customer: made.customer,
      items: [{ price: offer.price }],
      trial_period_days: 14,
    })
    await made.reach(START + days(3))
    return { ...made, id: subscription.id }
  }

  test('now is paid for at once, and a new period begins', async () => {
    const { id } = await trialing()
    const ended = await stripe.subscriptions.update(id, { trial_end: 'now', expand: ['latest_invoice'] })
    expect(ended).toMatchObject({
      status: 'active',
      trial_end: START + days(3),
      billing_cycle_anchor: START + days(3),
      latest_invoice: { status: 'paid', amount_paid: 149_700, billing_reason: 'subscription_update' },
      items: {
        data: [{ current_period_start: START + days(3), current_period_end: Date.UTC(2027, 1, 13) / 1000 }],
      },
    })
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
  })

  test('now with a card that does not pay is past due', async () => {
    const { id } = await trialing('pm_card_chargeCustomerFail')
    const ended = await stripe.subscriptions.update(id, { trial_end: 'now', expand: ['latest_invoice'] })
    expect(ended).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } })
  })

  test('now with a card that does not pay is an error when that is asked for, and goes on', async () => {
    const { id } = await trialing('pm_card_chargeCustomerFail')
    const error = await refusal(
      stripe.subscriptions.update(id, { trial_end: 'now', payment_behavior: 'error_if_incomplete' }),
    )
    expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'trialing' })
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  })

  test('now with nothing to pay with is past due', async () => {
    const { id, method } = await trialing()
    await stripe.paymentMethods.detach(method)
    expect((await stripe.subscriptions.update(id, { trial_end: 'now' })).status).toBe('past_due')
  })

  test('at another time is moved there', async () => {
    const { id, reach } = await trialing()
    await stripe.subscriptions.update(id, { trial_end: START + days(5) })
    await reach(START + days(5) + 3600)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      billing_cycle_anchor: START + days(5),
    })
  })

  test('though there is none is not supported', async () => {
    const { customer } = await customerOn()
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: offer.price }] })
    const error = await refusal(stripe.subscriptions.update(id, { trial_end: START + days(9) }))
    expect(error).toMatchObject({ statusCode: 501, message: expect.stringContaining('trial_end') })
  })
})

// https://docs.stripe.com/api/subscriptions/object#subscription_object-status
describe('an incomplete subscription', () => {
  test.each([
    { cancel_at_period_end: true },
    { cancel_at: 'min_period_end' },
    { description: 'Other' },
    { discounts: [{ coupon: 'any' }] },
    { pause_collection: { behavior: 'void' } },
    { trial_end: 'now' },
    { payment_settings: { save_default_payment_method: 'on_subscription' } },
    { default_payment_method: 'pm_any' },
  ] satisfies Stripe.SubscriptionUpdateParams[])('refuses %j', async (change) => {
    const { customer } = await customerOn('pm_card_chargeCustomerFail')
    const { id, status } = await stripe.subscriptions.create({ customer, items: [{ price: offer.price }] })
    expect(status).toBe('incomplete')
    const error = await refusal(stripe.subscriptions.update(id, change))
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
    expect(error.message).toContain('incomplete')
  })

  test('takes other metadata', async () => {
    const { customer } = await customerOn('pm_card_chargeCustomerFail')
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: offer.price }] })
    expect(await stripe.subscriptions.update(id, { metadata: { a: '1' } })).toMatchObject({
      status: 'incomplete',
      metadata: { a: '1' },
    })
  })
})

// https://docs.stripe.com/api/events/types#event_types-charge.dispute.funds_withdrawn
test('a dispute takes the money away', async () => {
  const { customer } = await customerOn('pm_card_createDispute')
  await stripe.subscriptions.create({ customer, items: [{ price: offer.price }] })
  const last = async (type: string) => (await stripe.events.list({ type, limit: 1 })).data[0]?.data.object
  const dispute = await last('charge.dispute.created')
  expect(dispute).toMatchObject({ object: 'dispute', amount: 149_700 })
  expect(await last('charge.dispute.funds_withdrawn')).toEqual(dispute)
})

// https://docs.stripe.com/api/coupons/object#coupon_object-valid
test('a coupon past its time is not valid, and cannot be given', async () => {
  const redeem_by = account.billing.clock.now() + days(1)
  const { id, valid } = await stripe.coupons.create({ percent_off: 10, redeem_by })
  expect(valid).toBe(true)
  const { data } = await stripe.coupons.list({ limit: 1 })
  expect(data).toMatchObject([{ id, valid: true }])
  const { id: customer } = await stripe.customers.create({})
  const early = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: offer.price, quantity: 1 }],
    discounts: [{ coupon: id }],
    success_url: 'http://localhost:3999/success',
  })
  expect(early.amount_total).toBe(134_730)
  account.billing.advance(days(1))
  expect(await stripe.coupons.retrieve(id)).toMatchObject({ valid: false, times_redeemed: 0 })
  const given = stripe.subscriptions.create({
    customer,
    items: [{ price: offer.price }],
    discounts: [{ coupon: id }],
    payment_behavior: 'default_incomplete',
  })
  expect(await refusal(given)).toMatchObject({ code: 'coupon_expired' })
  const past = stripe.coupons.create({ percent_off: 10, redeem_by: account.billing.clock.now() })
  expect(await refusal(past)).toMatchObject({ statusCode: 400, param: 'redeem_by' })
})

// https://docs.stripe.com/api/payment_methods/detach
test('a payment method that was detached cannot be attached or charged again', async () => {
  const { customer, method } = await customerOn()
  await stripe.paymentMethods.detach(method)
  const { id: other } = await stripe.customers.create({})
  for (const owner of [customer, other]) {
    const error = await refusal(stripe.paymentMethods.attach(method, { customer: owner }))
    expect(error).toMatchObject({ statusCode: 400 })
    expect(error.message).toContain('It may not be used again')
  }
  const { latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: offer.price }],
    payment_behavior: 'default_incomplete',
  })
  const paid = stripe.invoices.pay(String(latest_invoice), { payment_method: method })
  expect((await refusal(paid)).message).toContain('It may not be used again')
})

// https://docs.stripe.com/api/discounts
test('a discount that was deleted is told in full by what it applied to', async () => {
  const { customer } = await customerOn()
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price: offer.price }],
    discounts: [{ coupon: offer.coupon }],
  })
  const told = async () => {
    const invoice = await stripe.invoices.retrieve(String(made.latest_invoice), { expand: ['discounts'] })
    return invoice.discounts[0]
  }
  const { end, ...before } = Object(await told())
  expect(before).toMatchObject({ object: 'discount', customer, subscription: made.id })
  expect(end).toBeGreaterThan(START)
  const deleted = await stripe.subscriptions.deleteDiscount(made.id)
  expect(deleted).toEqual(expect.objectContaining({ ...before, deleted: true }))
  expect(await told()).toEqual({ ...before, deleted: true })
  expect((await stripe.subscriptions.retrieve(made.id)).discounts).toEqual([])
})

test('lists are taken in the form that has no numbers', async () => {
  const { customer } = await customerOn()
  const second = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product: offer.product,
  })
  const answer = await fetch(`${account.origin}/v1/subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams([
      ['customer', customer],
      ['items[][price]', offer.price],
      ['items[][quantity]', '2'],
      ['items[][metadata][a]', '1'],
      ['items[][price]', second.id],
      ['expand[]', 'latest_invoice'],
      ['expand[]', 'customer'],
    ]),
  })
  expect(await answer.json()).toMatchObject({
    customer: { id: customer },
    latest_invoice: { object: 'invoice' },
    items: {
      data: [
        { quantity: 2, metadata: { a: '1' } },
        { quantity: 1, metadata: {} },
      ],
    },
  })
})
