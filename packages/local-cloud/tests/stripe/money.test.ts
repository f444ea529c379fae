import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  buy,
  buyer,
  refusal,
  startAccount,
  submit,
  until,
} from '../../testing/stripeAccount.ts'

let account: Account
let stripe: Stripe
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
})
afterAll(() => account.close())

const START = Date.UTC(2027, 0, 10) / 1000
const RENEWED = [Date.UTC(2027, 1, 10, 1) / 1000, Date.UTC(2027, 2, 10, 1) / 1000] as const

async function monthly(currency: string, unit_amount: number): Promise<string> {
  const made = await stripe.prices.create({
    currency,
    unit_amount,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  })
  return made.id
}

/** A customer on a test clock, with a card. */
async function paying() {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  const reach = async (frozen_time: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
    await until(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  const balance = async () => {
    const found = await stripe.customers.retrieve(customer)
    return found.deleted ? undefined : found.balance
  }
  return { customer, reach, balance }
}

const open = (params: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create({ success_url: 'http://localhost:3999/success', ...params })

// https://docs.stripe.com/currencies#zero-decimal
describe('amounts are shown', () => {
  test.each([
    ['jpy', 1500, '¥1,500'],
    ['krw', 15_000, '₩15,000'],
    ['usd', 1500, '$15.00'],
    ['kwd', 15_000, '15.000'],
    ['huf', 150_000, '1,500.00'],
  ])('in %s, %i as %s', async (currency, amount, text) => {
    const price = await monthly(currency, amount)
    const session = await open({ mode: 'subscription', line_items: [{ price, quantity: 1 }] })
    expect(session).toMatchObject({ currency, amount_total: amount })
    expect(await (await fetch(String(session.url))).text()).toContain(text)
    await buy(session)
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice'],
    })
    expect(subscription).toMatchObject({
      latest_invoice: {
        amount_paid: amount,
        lines: { data: [{ description: expect.stringContaining(text) }] },
      },
    })
  })
})

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
describe('less than the minimum', () => {
  test.each([
    ['usd', 49, '$0.50 usd'],
    ['jpy', 49, '¥50 jpy'],
    ['gbp', 29, '£0.30 gbp'],
  ])('in %s is no payment of Checkout', async (currency, unit_amount, text) => {
    const { id: price } = await stripe.prices.create({
      currency,
      unit_amount,
      product_data: { name: 'Sticker' },
    })
    const error = await refusal(open({ mode: 'payment', line_items: [{ price, quantity: 1 }] }))
    expect(error).toMatchObject({ statusCode: 400, code: 'amount_too_small' })
    expect(error.message).toContain(text)
    expect((await open({ mode: 'payment', line_items: [{ price, quantity: 2 }] })).status).toBe('open')
  })

  test('is owed until the next invoice', async () => {
    const { customer, reach, balance } = await paying()
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: await monthly('usd', 30) }],
      expand: ['latest_invoice.payments'],
    })
    expect(made).toMatchObject({
      status: 'active',
      latest_invoice: {
        status: 'paid',
        total: 30,
        amount_due: 0,
        amount_paid: 0,
        starting_balance: 0,
        ending_balance: 30,
        payments: { data: [] },
      },
    })
    expect(await balance()).toBe(30)
    const { data } = await stripe.events.list({ type: 'customer.updated', limit: 1 })
    expect(data[0]?.data).toMatchObject({ object: { id: customer }, previous_attributes: { balance: 0 } })
    const preview = await stripe.invoices.createPreview({ subscription: made.id })
    expect(preview).toMatchObject({ total: 30, starting_balance: 30, amount_due: 60 })

    await reach(RENEWED[0])
    const [renewal] = (await stripe.invoices.list({ subscription: made.id })).data
    expect(renewal).toMatchObject({
      status: 'paid',
      total: 30,
      amount_due: 60,
      amount_paid: 60,
      starting_balance: 30,
      ending_balance: 0,
    })
    expect(await balance()).toBe(0)
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ amount: 60 }])
    await reach(RENEWED[1])
    expect(await balance()).toBe(30)
  })

  test('that was added to an invoice is owed again when that is voided', async () => {
    const { customer, balance } = await paying()
    await stripe.subscriptions.create({ customer, items: [{ price: await monthly('usd', 30) }] })
    const second = await stripe.subscriptions.create({
      customer,
      items: [{ price: await monthly('usd', 1000) }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice'],
    })
    expect(second.latest_invoice).toMatchObject({ amount_due: 1030 })
    expect(await balance()).toBe(0)
    const invoice = typeof second.latest_invoice === 'object' ? second.latest_invoice?.id : undefined
    await stripe.invoices.voidInvoice(String(invoice))
    expect(await balance()).toBe(30)
  })

  test('in a subscription of Checkout takes no payment', async () => {
    const { customer, balance } = await paying()
    const price = await monthly('usd', 20)
    const session = await open({ mode: 'subscription', customer, line_items: [{ price, quantity: 1 }] })
    await buy(session)
    const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ payment_status: 'no_payment_required', subscription: { status: 'active' } })
    expect(await balance()).toBe(20)
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([])
  })
})

// https://docs.stripe.com/invoicing/multi-currency-customers
describe('a customer has one currency', () => {
  test('while a subscription lives', async () => {
    const { customer } = await paying()
    const yen = await monthly('jpy', 5000)
    const first = await stripe.subscriptions.create({
      customer,
      items: [{ price: await monthly('usd', 1000) }],
    })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'usd' })
    const refused = [
      stripe.subscriptions.create({ customer, items: [{ price: yen }] }),
      open({ mode: 'subscription', customer, line_items: [{ price: yen, quantity: 1 }] }),
    ]
    for (const call of refused) {
      const error = await refusal(call)
      expect(error).toMatchObject({ statusCode: 400 })
      expect(error.message).toContain('cannot combine currencies on a single customer')
      expect(error.message).toContain('usd')
    }
    await stripe.subscriptions.cancel(first.id)
    const second = await stripe.subscriptions.create({ customer, items: [{ price: yen }] })
    expect(second).toMatchObject({ status: 'active', currency: 'jpy' })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ currency: 'jpy' })
  })

  test('also for a page of Checkout that is older', async () => {
    const { customer } = await paying()
    const session = await open({
      mode: 'subscription',
      customer,
      line_items: [{ price: await monthly('jpy', 5000), quantity: 1 }],
    })
    await stripe.subscriptions.create({ customer, items: [{ price: await monthly('usd', 1000) }] })
    const answer = await submit(String(session.url), buyer)
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain('cannot combine currencies')
    expect((await stripe.charges.list({ customer })).data).toMatchObject([{ currency: 'usd' }])
  })

  test('and an amount off in another one is ignored', async () => {
    const { customer } = await paying()
    const coupon = await stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'forever' })
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: await monthly('jpy', 5000) }],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice'],
    })
    expect(made.latest_invoice).toMatchObject({ amount_paid: 5000, total_discount_amounts: [] })
  })
})
