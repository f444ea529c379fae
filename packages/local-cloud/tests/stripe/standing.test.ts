import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, createOffer, days, startAccount, until } from '../../testing/stripeAccount.ts'

let account: Account
let stripe: Stripe
let price: string
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
  price = (await createOffer(stripe)).price
})
beforeEach(() => account.control({ dunningEnd: 'past_due' }))
afterAll(() => account.close())

const START = Date.UTC(2027, 0, 10) / 1000
const RENEWED = [Date.UTC(2027, 1, 10, 1) / 1000, Date.UTC(2027, 2, 10, 1) / 1000] as const

/** A subscriber on a test clock. `pay` changes the card, `reach` moves the time on. */
async function subscriber() {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START })
  const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
  const pay = async (card: string) => {
    const method = await stripe.paymentMethods.attach(card, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  }
  await pay('pm_card_visa')
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price }] })
  const reach = async (frozen_time: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
    await until(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status === 'ready')
  }
  const statusOf = async () => (await stripe.subscriptions.retrieve(id)).status
  const invoices = async () => (await stripe.invoices.list({ subscription: id })).data
  /** The id of the newest invoice. */
  const newest = async () => String((await invoices())[0]?.id)
  return { id, customer, pay, reach, statusOf, invoices, newest }
}

// https://docs.stripe.com/billing/subscriptions/overview
describe('the unpaid renewal of a subscription that is past due', () => {
  async function pastDue() {
    const made = await subscriber()
    await made.pay('pm_card_chargeCustomerFail')
    await made.reach(RENEWED[0])
    expect(await made.statusOf()).toBe('past_due')
    return made
  }

  test('is voided, and the subscription stands as its last invoice but one: active', async () => {
    const { statusOf, newest, reach, invoices } = await pastDue()
    const id = await newest()
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' })
    expect(await statusOf()).toBe('active')
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })
    expect(data[0]?.data).toMatchObject({
      object: { status: 'active', latest_invoice: id },
      previous_attributes: { status: 'past_due' },
    })
    await reach(RENEWED[0] + days(20))
    expect(await invoices()).toMatchObject([{ status: 'void', attempt_count: 1 }, { status: 'paid' }])
  })

  test('is written off, which counts as paid', async () => {
    const { statusOf, newest } = await pastDue()
    const id = await newest()
    expect(await stripe.invoices.markUncollectible(id)).toMatchObject({
      status: 'uncollectible',
      status_details: { uncollectible: { reason: 'user_forgiven' } },
    })
    expect(await statusOf()).toBe('active')
    expect((await stripe.invoices.voidInvoice(id)).status_details).toBeUndefined()
    expect(await statusOf()).toBe('active')
  })

  test('is voided while an older one is open: still past due', async () => {
    const { statusOf, invoices, newest, reach, pay } = await pastDue()
    await reach(RENEWED[1])
    const [, older] = await invoices()
    await stripe.invoices.voidInvoice(await newest())
    expect(await statusOf()).toBe('past_due')
    await pay('pm_card_visa')
    await stripe.invoices.pay(String(older?.id))
    expect(await statusOf()).toBe('active')
  })

  test('is newer than the one that is written off: still past due', async () => {
    const { statusOf, invoices, reach } = await pastDue()
    await reach(RENEWED[1])
    const [, older] = await invoices()
    await stripe.invoices.markUncollectible(String(older?.id))
    expect(await statusOf()).toBe('past_due')
  })
})

test.each([
  ['voided', (id: string) => stripe.invoices.voidInvoice(id)],
  ['written off', (id: string) => stripe.invoices.markUncollectible(id)],
])('an unpaid subscription whose unpaid renewal is %s is active', async (_, close) => {
  await account.control({ dunningEnd: 'unpaid' })
  const { statusOf, newest, pay, reach } = await subscriber()
  await pay('pm_card_chargeCustomerFail')
  await reach(RENEWED[0] + days(16))
  expect(await statusOf()).toBe('unpaid')
  await close(await newest())
  expect(await statusOf()).toBe('active')
})

test('the first invoice of an incomplete subscription gives no access by being written off', async () => {
  const { id: customer } = await stripe.customers.create({})
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
  })
  await stripe.invoices.markUncollectible(String(made.latest_invoice))
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
})

// https://docs.stripe.com/billing/subscriptions/pause-payment
describe('while collection is paused, an invoice', () => {
  async function paused(behavior: Stripe.SubscriptionUpdateParams.PauseCollection.Behavior) {
    const made = await subscriber()
    await stripe.subscriptions.update(made.id, { pause_collection: { behavior } })
    await made.reach(RENEWED[0] + days(8))
    expect(await made.statusOf()).toBe('active')
    return made
  }
  const charges = async (customer: string) => (await stripe.charges.list({ customer })).data.length

  test('stays a draft, also when it goes on', async () => {
    const { id, customer, invoices, reach, newest } = await paused('keep_as_draft')
    expect(await invoices()).toMatchObject([{ status: 'draft', auto_advance: false }, { status: 'paid' }])
    await stripe.subscriptions.update(id, { pause_collection: '' })
    await reach(RENEWED[0] + days(9))
    expect(await invoices()).toMatchObject([{ status: 'draft' }, { status: 'paid' }])
    expect(await charges(customer)).toBe(1)
    await stripe.invoices.pay(await newest())
    expect(await charges(customer)).toBe(2)
  })

  test('is written off', async () => {
    const { customer, invoices, newest } = await paused('mark_uncollectible')
    expect(await invoices()).toMatchObject([
      {
        status: 'uncollectible',
        amount_due: 149_700,
        attempt_count: 0,
        status_details: { uncollectible: { reason: 'subscription_paused' } },
      },
      { status: 'paid' },
    ])
    expect(await charges(customer)).toBe(1)
    expect(await stripe.invoices.pay(await newest())).toMatchObject({ status: 'paid' })
  })

  test('is void', async () => {
    const { id, customer, invoices, reach } = await paused('void')
    expect(await invoices()).toMatchObject([{ status: 'void', attempt_count: 0 }, { status: 'paid' }])
    await stripe.subscriptions.update(id, { pause_collection: '' })
    await reach(RENEWED[1])
    expect(await invoices()).toMatchObject([{ status: 'paid' }, { status: 'void' }, { status: 'paid' }])
    expect(await charges(customer)).toBe(2)
  })

  test('from before is tried again all the same', async () => {
    const { id, statusOf, pay, reach } = await subscriber()
    await pay('pm_card_chargeCustomerFail')
    await reach(RENEWED[0])
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
    await pay('pm_card_visa')
    await reach(RENEWED[0] + days(3))
    expect(await statusOf()).toBe('active')
  })
})
