import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, buy, buyer, createOffer, startAccount, submit } from '../../testing/stripeAccount.ts'

let account: Account
let stripe: Stripe
let price: string
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
  price = (await createOffer(stripe)).price
})
afterAll(() => account.close())

/** A session of a known customer, and how to see what is left of attempts to pay it. */
async function opened() {
  const { id: customer } = await stripe.customers.create({ email: 'tries@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:3999/success',
  })
  const url = String(session.url)
  const intent = async () => {
    const { data } = await stripe.paymentIntents.list({ customer })
    expect(data).toHaveLength(1)
    return data[0]
  }
  const current = () => stripe.checkout.sessions.retrieve(session.id)
  return { customer, session, url, intent, current }
}

/** The types of the events about a customer's objects. */
async function typesOf(customer: string): Promise<string[]> {
  const { data } = await stripe.events.list({ limit: 100 })
  return data
    .filter(({ data: { object } }) => 'customer' in object && object.customer === customer)
    .map(({ type }) => type)
}

/** Nothing has been bought yet: https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade */
async function expectNothingBought(customer: string): Promise<void> {
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  expect((await stripe.invoices.list({ customer })).data).toEqual([])
  const types = await typesOf(customer)
  expect(types.filter((type) => /^(customer\.subscription|invoice)\./.test(type))).toEqual([])
}

describe.each([
  ['4000 0000 0000 0002', 'generic_decline', 'card_declined', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'insufficient_funds', 'card_declined', 'Your card has insufficient funds.'],
  ['4000 0000 0000 0341', 'generic_decline', 'card_declined', 'Your card was declined.'],
  ['4000 0000 0000 0069', 'expired_card', 'expired_card', 'Your card has expired.'],
])('a first payment with %s', (number, decline_code, code, message) => {
  test('leaves a payment that failed, and a session that can still be paid', async () => {
    const { customer, url, intent, current, session } = await opened()
    const answer = await submit(url, { ...buyer, number })
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain(message)
    const failed = await intent()
    expect(failed).toMatchObject({
      amount: 149_700,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code },
    })
    expect((await stripe.charges.list({ customer })).data).toMatchObject([
      { status: 'failed', paid: false, payment_intent: failed?.id },
    ])
    expect(await typesOf(customer)).toEqual(
      expect.arrayContaining(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']),
    )
    await expectNothingBought(customer)
    expect(await current()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })

    await submit(url, { ...buyer, number })
    await buy(session)
    const paid = await intent()
    expect(paid).toMatchObject({ id: failed?.id, status: 'succeeded', last_payment_error: null })
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: null,
      subscription: {
        status: 'active',
        latest_invoice: {
          status: 'paid',
          attempt_count: 1,
          payments: { data: [{ status: 'paid', payment: { payment_intent: paid?.id } }] },
        },
      },
    })
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    expect((await stripe.charges.list({ customer })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
      'failed',
    ])
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  })
})

test('a guest whose card is declined is no customer yet', async () => {
  const count = async () => (await stripe.customers.list({ limit: 100 })).data.length
  const before = await count()
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:3999/success',
  })
  await submit(String(session.url), { ...buyer, number: '4000 0000 0000 0002' })
  expect(await count()).toBe(before)
  await buy(session)
  expect(await count()).toBe(before + 1)
  const { customer } = await stripe.checkout.sessions.retrieve(session.id)
  const { data } = await stripe.paymentIntents.list({ customer: String(customer) })
  expect(data).toMatchObject([{ status: 'succeeded' }])
})

describe('3-D Secure', () => {
  const number = '4000 0025 0000 3155'

  test('that is abandoned leaves a payment that waits, until the session expires', async () => {
    const { customer, url, intent, current, session } = await opened()
    expect((await submit(url, { ...buyer, number })).status).toBe(303)
    expect(await intent()).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: `${url}/confirm` } },
    })
    expect(await typesOf(customer)).toContain('payment_intent.requires_action')
    await expectNothingBought(customer)
    expect(await current()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })
    await stripe.checkout.sessions.expire(session.id)
    expect(await intent()).toMatchObject({ status: 'canceled', next_action: null })
    expect(await typesOf(customer)).toContain('payment_intent.canceled')
    await expectNothingBought(customer)
  })

  test('that fails asks for another card, which can pay', async () => {
    const { customer, url, intent, session } = await opened()
    await submit(url, { ...buyer, number })
    const answer = await submit(`${url}/confirm`, { answer: 'fail' })
    expect(await answer.text()).toContain('unable to authenticate')
    expect(await intent()).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await stripe.charges.list({ customer })).data).toEqual([])
    expect(await typesOf(customer)).toContain('payment_intent.payment_failed')
    await expectNothingBought(customer)
    await buy(session)
    expect(await intent()).toMatchObject({ status: 'succeeded' })
  })

  test('that is completed buys, and the card asks no more', async () => {
    const { url, intent, current } = await opened()
    await submit(url, { ...buyer, number })
    const waiting = await intent()
    expect((await submit(`${url}/confirm`, { answer: 'complete' })).status).toBe(303)
    expect(await intent()).toMatchObject({ status: 'succeeded', payment_method: waiting?.payment_method })
    expect(await current()).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })
})

test('a payment of something that is paid once is told by its session from the first attempt on', async () => {
  const once = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2500,
    product_data: { name: 'Once' },
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: once.id, quantity: 1 }],
    success_url: 'http://localhost:3999/success',
  })
  expect(session.payment_intent).toBeNull()
  await submit(String(session.url), { ...buyer, number: '4000 0000 0000 0002' })
  const tried = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
  expect(tried).toMatchObject({ status: 'open', payment_intent: { status: 'requires_payment_method' } })
  await stripe.checkout.sessions.expire(session.id)
  const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
  expect(after).toMatchObject({ status: 'expired', payment_intent: { status: 'canceled' } })
})

describe('a subscription that is made by a call', () => {
  /** A customer on a test clock, who pays with a card. */
  async function paying(card: string) {
    const frozen_time = Date.UTC(2027, 0, 31, 10) / 1000
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time })
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
    const method = await stripe.paymentMethods.attach(card, { customer })
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price }],
      default_payment_method: method.id,
      expand: ['latest_invoice'],
    })
    return { customer, made }
  }

  test.each([
    ['pm_card_chargeCustomerFail', 'requires_payment_method', 'payment_intent.payment_failed'],
    ['pm_card_authenticationRequired', 'requires_action', 'payment_intent.requires_action'],
  ])('with %s is incomplete, its invoice open and its payment at %s', async (card, status, event) => {
    const { customer, made } = await paying(card)
    expect(made).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open' } })
    const { data } = await stripe.paymentIntents.list({ customer })
    expect(data).toMatchObject([{ status }])
    expect(await typesOf(customer)).toEqual(
      expect.arrayContaining([
        'customer.subscription.created',
        'invoice.created',
        'invoice.finalized',
        'invoice.payment_failed',
        event,
      ]),
    )
  })
})
