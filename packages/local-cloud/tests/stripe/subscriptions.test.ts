import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { days } from '../../testing/stripeAccount.ts'
import { refusal } from '../support/stripe.ts'
import { startCustomer, startSubscriber } from './subscriber.ts'

const JAN_31 = Date.UTC(2027, 0, 31, 10) / 1000
const HOUR = 3600

const at = (seconds: number | undefined) => new Date(Number(seconds) * 1000).toISOString()
const periodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end

test('the offer charges 997, 997 and then 1,497 dollars, on the last day of short months', async () => {
  const { stripe, offer, subscribe, advanceTo } = await startCustomer(JAN_31)
  const made = await subscribe({ discounts: [{ coupon: offer.coupon }], expand: ['discounts'] })
  expect(made).toMatchObject({ status: 'active', discounts: [{ source: { coupon: offer.coupon } }] })
  expect(at(periodEnd(made))).toBe('2027-02-28T10:00:00.000Z')
  const preview = () => stripe.invoices.createPreview({ subscription: made.id })
  expect(await preview()).toMatchObject({ amount_due: 99_700, billing_reason: 'upcoming' })

  advanceTo(Date.UTC(2027, 1, 28, 10) / 1000 + HOUR)
  expect(at(periodEnd(await stripe.subscriptions.retrieve(made.id)))).toBe('2027-03-31T10:00:00.000Z')
  expect((await preview()).amount_due).toBe(149_700)

  advanceTo(Date.UTC(2027, 2, 31, 10) / 1000 + HOUR)
  const third = await stripe.subscriptions.retrieve(made.id)
  expect(at(periodEnd(third))).toBe('2027-04-30T10:00:00.000Z')
  expect(third.discounts).toEqual([])

  const { data } = await stripe.invoices.list({ subscription: made.id, expand: ['data.discounts'] })
  const invoices = data.reverse()
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([99_700, 99_700, 149_700])
  expect(invoices.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_create',
    'subscription_cycle',
    'subscription_cycle',
  ])
  expect(invoices[1]?.lines.data[0]?.pricing?.price_details?.price).toBe(offer.price)
  expect(invoices[1]?.parent?.subscription_details?.subscription).toBe(made.id)
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(3)
  // https://docs.stripe.com/api/discounts
  expect(invoices[0]?.discounts[0]).toMatchObject({
    object: 'discount',
    deleted: true,
    subscription: made.id,
  })
})

describe('a renewal', () => {
  test('is a draft for an hour', async () => {
    const { advanceTo, renewal, invoices } = await startSubscriber(JAN_31)
    advanceTo(renewal)
    expect((await invoices())[1]).toMatchObject({ status: 'draft', amount_due: 149_700, auto_advance: true })
    advanceTo(renewal + HOUR)
    expect((await invoices())[1]).toMatchObject({ status: 'paid' })
  })

  test('that fails is retried after 3, 5 and 7 days, and then the subscription is canceled', async () => {
    const { advanceTo, payWith, current, invoices, ...made } = await startSubscriber(JAN_31)
    await payWith('pm_card_chargeCustomerFail')
    const charged = made.renewal + HOUR
    advanceTo(charged)
    const [, failed] = await invoices()
    expect(failed).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: charged + days(3),
    })
    expect((await current()).status).toBe('past_due')
    advanceTo(charged + days(3))
    const [, again] = await invoices()
    expect(again).toMatchObject({ attempt_count: 2, next_payment_attempt: charged + days(8) })
    advanceTo(charged + days(15))
    expect(await current()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      ended_at: charged + days(15),
    })
  })

  test('that failed is paid with another card', async () => {
    const { stripe, customer, advanceTo, payWith, current, renewal, newest } = await startSubscriber(JAN_31)
    await payWith('pm_card_chargeCustomerFail')
    advanceTo(renewal + HOUR)
    const error = await refusal(stripe.invoices.pay(await newest()))
    expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 })
    const good = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    const paid = await stripe.invoices.pay(await newest(), { payment_method: good.id })
    expect(paid).toMatchObject({ status: 'paid' })
    expect((await current()).status).toBe('active')
  })

  test('with a card that requires authentication is past due', async () => {
    const { stripe, customer, advanceTo, payWith, current, renewal } = await startSubscriber(JAN_31)
    await payWith('pm_card_authenticationRequired')
    advanceTo(renewal + HOUR)
    expect((await current()).status).toBe('past_due')
    const { data } = await stripe.events.list({ type: 'invoice.payment_action_required' })
    expect(data[0]?.data.object).toMatchObject({ customer })
  })
})

describe('a first payment that fails', () => {
  test('leaves the subscription incomplete for 23 hours, with its invoice open', async () => {
    const card = 'pm_card_chargeCustomerFail'
    const { stripe, subscription, advanceTo, current, invoices } = await startSubscriber(JAN_31, { card })
    expect(subscription.status).toBe('incomplete')
    expect(await invoices()).toMatchObject([{ status: 'open' }])
    const { data } = await stripe.events.list({ limit: 100 })
    expect(data.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['invoice.payment_failed', 'payment_intent.payment_failed', 'charge.failed']),
    )
    advanceTo(JAN_31 + 23 * HOUR)
    expect((await current()).status).toBe('incomplete_expired')
    expect(await invoices()).toMatchObject([{ status: 'void' }])
  })

  test('for want of authentication waits for its holder', async () => {
    const card = 'pm_card_authenticationRequired'
    const { stripe, subscription } = await startSubscriber(JAN_31, { card })
    expect(subscription.status).toBe('incomplete')
    const { data } = await stripe.events.list({ type: 'payment_intent.requires_action' })
    expect(data[0]?.data.object).toMatchObject({ status: 'requires_action' })
  })

  test('is an error with error_if_incomplete, and leaves no subscription', async () => {
    const { stripe, customer, subscribe } = await startCustomer(JAN_31, 'pm_card_chargeCustomerFail')
    const error = await refusal(subscribe({ payment_behavior: 'error_if_incomplete' }))
    expect(error.statusCode).toBe(402)
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  })

  // https://docs.stripe.com/api/subscriptions/object#subscription_object-status
  test('leaves only metadata to change', async () => {
    const card = 'pm_card_chargeCustomerFail'
    const { stripe, id, customer } = await startSubscriber(JAN_31, { card })
    const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const refused: Stripe.SubscriptionUpdateParams[] = [
      { cancel_at_period_end: true },
      { pause_collection: { behavior: 'void' } },
      { default_payment_method: method },
    ]
    for (const change of refused) {
      const error = await refusal(stripe.subscriptions.update(id, change))
      expect(error).toMatchObject({ statusCode: 400, message: expect.stringContaining('incomplete') })
    }
    const changed = await stripe.subscriptions.update(id, { metadata: { a: '1' } })
    expect(changed).toMatchObject({ status: 'incomplete', metadata: { a: '1' } })
  })
})

test('an update without a change has no event', async () => {
  const { stripe, id } = await startSubscriber(JAN_31)
  const count = async () =>
    (await stripe.events.list({ type: 'customer.subscription.updated', limit: 100 })).data.length
  const before = await count()
  await stripe.subscriptions.update(id, { metadata: {} })
  expect(await count()).toBe(before)
  await stripe.subscriptions.update(id, { metadata: { a: '1' } })
  expect(await count()).toBe(before + 1)
})

describe('a cancellation', () => {
  test('at the end of the period sets both fields, and ends the subscription then', async () => {
    const { stripe, id, advanceTo, current, renewal, invoices } = await startSubscriber(JAN_31)
    const planned = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(planned).toMatchObject({ cancel_at_period_end: true, cancel_at: renewal, status: 'active' })
    const preview = stripe.invoices.createPreview({ subscription: id })
    expect((await refusal(preview)).code).toBe('invoice_upcoming_none')
    advanceTo(renewal)
    expect(await current()).toMatchObject({ status: 'canceled', ended_at: renewal })
    expect(await invoices()).toHaveLength(1)
  })

  test('can be reverted', async () => {
    const { stripe, id, advanceTo, current, renewal } = await startSubscriber(JAN_31)
    await stripe.subscriptions.update(id, { cancel_at: renewal })
    const reverted = await stripe.subscriptions.update(id, { cancel_at: '' })
    expect(reverted).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null })
    advanceTo(renewal + HOUR)
    expect((await current()).status).toBe('active')
  })

  test('at once is final', async () => {
    const { stripe, id, customer } = await startSubscriber(JAN_31)
    const ended = await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
    expect(ended).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    })
    expect((await refusal(stripe.subscriptions.cancel(id))).statusCode).toBe(404)
    const change = stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect((await refusal(change)).code).toBe('invalid_canceled_subscription_fields')
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  test('follows the deletion of the customer', async () => {
    const { stripe, customer, current } = await startSubscriber(JAN_31)
    const deleted = { id: customer, object: 'customer', deleted: true }
    expect(await stripe.customers.del(customer)).toEqual(deleted)
    expect(await stripe.customers.retrieve(customer)).toEqual(deleted)
    expect((await refusal(stripe.customers.update(customer, { name: 'Eve' }))).statusCode).toBe(404)
    expect((await current()).status).toBe('canceled')
  })
})

test('a payment is refunded in parts, and never twice', async () => {
  const { stripe, customer } = await startSubscriber(JAN_31)
  const [charge] = (await stripe.charges.list({ customer })).data
  const payment_intent = String(charge?.payment_intent)
  await stripe.refunds.create({ payment_intent, amount: 50_000, reason: 'requested_by_customer' })
  const excess = stripe.refunds.create({ payment_intent, amount: 100_000 })
  expect((await refusal(excess)).param).toBe('amount')
  await stripe.refunds.create({ payment_intent })
  const expand = ['latest_charge']
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment_intent, { expand })
  expect(latest_charge).toMatchObject({ refunded: true, amount_refunded: 149_700 })
  const again = stripe.refunds.create({ payment_intent })
  expect((await refusal(again)).code).toBe('charge_already_refunded')
  const [event] = (await stripe.events.list({ type: 'charge.refunded' })).data
  expect(event?.data.object).toMatchObject({ object: 'charge', refunded: true })
})

// https://docs.stripe.com/api/events/types#event_types-charge.dispute.funds_withdrawn
test('a disputed payment is withdrawn, and cannot be refunded', async () => {
  const { stripe, customer } = await startSubscriber(JAN_31, { card: 'pm_card_createDispute' })
  const last = async (type: string) => (await stripe.events.list({ type })).data[0]?.data.object
  const dispute = await last('charge.dispute.created')
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 149_700 })
  expect(await last('charge.dispute.funds_withdrawn')).toEqual(dispute)
  const [charge] = (await stripe.charges.list({ customer })).data
  expect(charge?.disputed).toBe(true)
  const refund = stripe.refunds.create({ charge: String(charge?.id) })
  expect((await refusal(refund)).code).toBe('charge_disputed')
})

test('another price without proration leaves the paid period, and is charged with the next', async () => {
  const { stripe, id, offer, subscription, advanceTo, invoices } = await startSubscriber(JAN_31)
  const item = String(subscription.items.data[0]?.id)
  const recurring = { interval: 'month' } as const
  const { id: price } = await stripe.prices.create({
    product: offer.product,
    currency: 'usd',
    unit_amount: 159_700,
    recurring,
  })
  const items = [{ id: item, price }]
  const changed = await stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
  expect(changed.items.data).toMatchObject([
    { id: item, price: { unit_amount: 159_700 }, current_period_end: periodEnd(subscription) },
  ])
  expect((await stripe.invoices.createPreview({ subscription: id })).amount_due).toBe(159_700)
  advanceTo(JAN_31 + days(29))
  expect((await invoices()).map(({ amount_due }) => amount_due)).toEqual([149_700, 159_700])

  const prorated = stripe.subscriptions.update(id, { items, proration_behavior: 'create_prorations' })
  expect((await refusal(prorated)).statusCode).toBe(501)
  const unknown = stripe.subscriptions.update(id, {
    items: [{ id: 'si_unknown', price }],
    proration_behavior: 'none',
  })
  expect(await refusal(unknown)).toMatchObject({ statusCode: 400, code: 'resource_missing' })
})
