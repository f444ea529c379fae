import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, buyer, startAccount, submit } from '../../testing/stripeAccount.ts'
import { buy, createOffer } from '../support/stripe.ts'

let account: Account
let stripe: Stripe
let price: string
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
  price = (await createOffer(stripe)).price
})
afterAll(() => account.close())

/** A session of a known customer, and functions that read its payment. */
async function opened() {
  const { id: customer } = await stripe.customers.create({ email: 'tries@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost:3999/success',
  })
  const url = String(session.url)
  const intent = () => {
    const intents = account.billing.store.all('payment_intent', customer)
    expect(intents).toHaveLength(1)
    return intents[0]
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

/** https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade */
async function expectNothingBought(customer: string): Promise<void> {
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  expect((await stripe.invoices.list({ customer })).data).toEqual([])
  const types = await typesOf(customer)
  expect(types.filter((type) => /^(customer\.subscription|invoice)\./.test(type))).toEqual([])
}

test.each([
  ['4000 0000 0000 0002', 'generic_decline', 'card_declined', 'Your card was declined.'],
  ['4000 0000 0000 0069', 'expired_card', 'expired_card', 'Your card has expired.'],
])(
  'a first payment with %s leaves a failed payment, and a session that can still be paid',
  async (...row) => {
    const [number, decline_code, code, message] = row
    const { customer, url, intent, current, session } = await opened()
    const response = await submit(url, { ...buyer, number })
    expect(response.status).toBe(402)
    expect(await response.text()).toContain(message)
    const failed = intent()
    expect(failed).toMatchObject({
      amount: 149_700,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, decline_code },
    })
    const charges = async () => (await stripe.charges.list({ customer })).data.map(({ status }) => status)
    expect(await charges()).toEqual(['failed'])
    expect(await typesOf(customer)).toEqual(
      expect.arrayContaining(['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']),
    )
    await expectNothingBought(customer)
    expect(await current()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })

    await submit(url, { ...buyer, number })
    await buy(session)
    expect(intent()).toMatchObject({ id: failed?.id, status: 'succeeded', last_payment_error: null })
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
          payments: { data: [{ status: 'paid', payment: { payment_intent: failed?.id } }] },
        },
      },
    })
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
    expect(await charges()).toEqual(['succeeded', 'failed', 'failed'])
  },
)

describe('3-D Secure', () => {
  const number = '4000 0025 0000 3155'

  test('that is abandoned leaves a payment that waits, until the session expires', async () => {
    const { customer, url, intent, current, session } = await opened()
    expect((await submit(url, { ...buyer, number })).status).toBe(303)
    expect(intent()).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: `${url}/confirm` } },
    })
    expect(await typesOf(customer)).toContain('payment_intent.requires_action')
    await expectNothingBought(customer)
    expect(await current()).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })
    await stripe.checkout.sessions.expire(session.id)
    expect(intent()).toMatchObject({ status: 'canceled', next_action: null })
    expect(await typesOf(customer)).toContain('payment_intent.canceled')
    await expectNothingBought(customer)
  })

  test('that fails requests another card, which can pay', async () => {
    const { customer, url, intent, session } = await opened()
    await submit(url, { ...buyer, number })
    const response = await submit(`${url}/confirm`, { answer: 'fail' })
    expect(await response.text()).toContain('unable to authenticate')
    expect(intent()).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await stripe.charges.list({ customer })).data).toEqual([])
    await expectNothingBought(customer)
    const again = await submit(`${url}/confirm`, { answer: 'complete' })
    expect(again.headers.get('location')).toBe(`/c/pay/${session.id}`)
    await buy(session)
    expect(intent()).toMatchObject({ status: 'succeeded' })
  })

  test('that is completed buys', async () => {
    const { url, intent, current } = await opened()
    await submit(url, { ...buyer, number })
    const waiting = intent()
    expect(await (await fetch(`${url}/confirm`)).text()).toContain('3D Secure')
    expect((await submit(`${url}/confirm`, { answer: 'complete' })).status).toBe(303)
    expect(intent()).toMatchObject({ status: 'succeeded', payment_method: waiting?.payment_method })
    expect(await current()).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })
})
