import type Stripe from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { daysToSeconds, startStripeAccount } from '../../testing/stripeAccount.ts'
import { catchStripeError, createOffer, setDefaultCard } from '../support/stripe.ts'
import { startCustomer, startSubscriber } from './subscriber.ts'

const JAN_31 = Date.UTC(2027, 0, 31, 10) / 1000
const HOUR_SECONDS = 3600

const formatTime = (seconds: number | undefined) => new Date(Number(seconds) * 1000).toISOString()
const getPeriodEnd = ({ items }: Stripe.Subscription) => items.data[0]?.current_period_end

test('charges $997 twice and then $1,497, and renews on the last day of short months', async () => {
  const { stripe, offer, subscribe, advanceTo } = await startCustomer(JAN_31)
  const subscription = await subscribe({ discounts: [{ coupon: offer.coupon }], expand: ['discounts'] })
  expect(subscription).toMatchObject({ status: 'active', discounts: [{ source: { coupon: offer.coupon } }] })
  expect(formatTime(getPeriodEnd(subscription))).toBe('2027-02-28T10:00:00.000Z')
  const createPreview = () => stripe.invoices.createPreview({ subscription: subscription.id })
  expect(await createPreview()).toMatchObject({ amount_due: 99_700, billing_reason: 'upcoming' })

  advanceTo(Date.UTC(2027, 1, 28, 10) / 1000 + HOUR_SECONDS)
  const inSecondPeriod = await stripe.subscriptions.retrieve(subscription.id)
  expect(formatTime(getPeriodEnd(inSecondPeriod))).toBe('2027-03-31T10:00:00.000Z')
  expect((await createPreview()).amount_due).toBe(149_700)

  advanceTo(Date.UTC(2027, 2, 31, 10) / 1000 + HOUR_SECONDS)
  const inThirdPeriod = await stripe.subscriptions.retrieve(subscription.id)
  expect(formatTime(getPeriodEnd(inThirdPeriod))).toBe('2027-04-30T10:00:00.000Z')
  expect(inThirdPeriod.discounts).toEqual([])

  const { data } = await stripe.invoices.list({ subscription: subscription.id, expand: ['data.discounts'] })
  const invoices = data.reverse()
  expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([99_700, 99_700, 149_700])
  expect(invoices.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_create',
    'subscription_cycle',
    'subscription_cycle',
  ])
  expect(invoices[1]?.lines.data[0]?.pricing?.price_details?.price).toBe(offer.price)
  expect(invoices[1]?.parent?.subscription_details?.subscription).toBe(subscription.id)
  expect(new Set(invoices.map(({ number }) => number)).size).toBe(3)
  // https://docs.stripe.com/api/discounts
  expect(invoices[0]?.discounts[0]).toMatchObject({
    object: 'discount',
    deleted: true,
    subscription: subscription.id,
  })
})

test('a discount begins with its subscription, even if the second changes in between', async () => {
  let second = JAN_31
  const account = await startStripeAccount({ getMachineTimeMs: () => second++ * 1000 })
  onTestFinished(() => account.close())
  const { stripe } = account
  const { price, coupon } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  await setDefaultCard(stripe, customer, 'pm_card_visa')
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    discounts: [{ coupon }],
    expand: ['discounts'],
  })
  expect(subscription.discounts).toMatchObject([{ start: subscription.created }])
})

describe('a renewal', () => {
  test('is retried 3, 8 and 15 days after it fails, and then the subscription is canceled', async () => {
    const { advanceTo, changeCard, getSubscription, listInvoices, renewsAt } = await startSubscriber(JAN_31)
    await changeCard('pm_card_chargeCustomerFail')
    const chargedAt = renewsAt + HOUR_SECONDS
    advanceTo(chargedAt)
    const [, failed] = await listInvoices()
    const firstRetryAt = chargedAt + daysToSeconds(3)
    expect(failed).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: firstRetryAt })
    expect((await getSubscription()).status).toBe('past_due')
    advanceTo(firstRetryAt)
    const [, failedTwice] = await listInvoices()
    const secondRetryAt = chargedAt + daysToSeconds(8)
    expect(failedTwice).toMatchObject({ attempt_count: 2, next_payment_attempt: secondRetryAt })
    advanceTo(chargedAt + daysToSeconds(15))
    expect(await getSubscription()).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
      ended_at: chargedAt + daysToSeconds(15),
    })
  })
})

describe('a first payment that fails', () => {
  test('leaves the subscription incomplete for 23 hours, until it expires', async () => {
    const card = 'pm_card_chargeCustomerFail'
    const { stripe, subscription, advanceTo, getSubscription, listInvoices } = await startSubscriber(JAN_31, {
      card,
    })
    expect(subscription.status).toBe('incomplete')
    expect(await listInvoices()).toMatchObject([{ status: 'open' }])
    const { data } = await stripe.events.list({ type: 'invoice.payment_failed' })
    expect(data).toHaveLength(1)
    advanceTo(JAN_31 + 23 * HOUR_SECONDS)
    expect((await getSubscription()).status).toBe('incomplete_expired')
    expect(await listInvoices()).toMatchObject([{ status: 'void' }])
  })

  test('lets the subscription be canceled, which expires it', async () => {
    const { stripe, id } = await startSubscriber(JAN_31, { card: 'pm_card_chargeCustomerFail' })
    expect((await stripe.subscriptions.cancel(id)).status).toBe('incomplete_expired')
    const { data } = await stripe.events.list({ type: 'customer.subscription.deleted' })
    expect(data).toEqual([])
  })
})

describe('a cancellation', () => {
  test('at the end of the period stores its comment until it is reverted', async () => {
    const { stripe, id } = await startSubscriber(JAN_31)
    const cancellation_details = { comment: 'Disputed: du_1' }
    const params = { cancel_at_period_end: true, cancellation_details }
    expect(await stripe.subscriptions.update(id, params)).toMatchObject({
      cancellation_details: { ...cancellation_details, reason: 'cancellation_requested' },
    })
    expect(await stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject({
      cancellation_details: { comment: null, reason: null },
    })
    const commentAlone = stripe.subscriptions.update(id, { cancellation_details })
    expect((await catchStripeError(commentAlone)).statusCode).toBe(501)
  })

  test('ends a subscription immediately, and prevents later changes', async () => {
    const { stripe, id, customer } = await startSubscriber(JAN_31)
    const cancellation_details = { comment: 'The account was deleted.' }
    const params = { invoice_now: false, prorate: false, cancellation_details }
    expect(await stripe.subscriptions.cancel(id, params)).toMatchObject({
      status: 'canceled',
      cancellation_details: { ...cancellation_details, reason: 'cancellation_requested' },
    })
    expect((await catchStripeError(stripe.subscriptions.cancel(id))).statusCode).toBe(404)
    const change = stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect((await catchStripeError(change)).code).toBe('invalid_canceled_subscription_fields')
    expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })
})
