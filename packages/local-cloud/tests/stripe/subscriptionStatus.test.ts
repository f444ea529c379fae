import { describe, expect, test } from 'vitest'
import { days } from '../../testing/stripeAccount.ts'
import { startCustomer, startSubscriber } from './subscriber.ts'

const START = Date.UTC(2027, 0, 10) / 1000
/** Each an hour after a renewal. */
const CHARGED = [Date.UTC(2027, 1, 10, 1) / 1000, Date.UTC(2027, 2, 10, 1) / 1000] as const

async function subscriber(dunningEnd: 'past_due' | 'unpaid' = 'past_due') {
  const started = await startSubscriber(START)
  await started.account.control({ dunningEnd })
  const statusOf = async () => (await started.current()).status
  return { ...started, statusOf }
}

// https://docs.stripe.com/billing/subscriptions/overview
describe('the unpaid renewal of a subscription that is past due', () => {
  async function pastDue() {
    const started = await subscriber()
    await started.payWith('pm_card_chargeCustomerFail')
    started.advanceTo(CHARGED[0])
    expect(await started.statusOf()).toBe('past_due')
    return started
  }

  test('is voided: active, as the invoice before is paid', async () => {
    const { stripe, statusOf, newest, advanceTo, invoices } = await pastDue()
    const id = await newest()
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' })
    expect(await statusOf()).toBe('active')
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })
    expect(data[0]?.data).toMatchObject({
      object: { status: 'active', latest_invoice: id },
      previous_attributes: { status: 'past_due' },
    })
    advanceTo(CHARGED[0] + days(20))
    expect(await invoices()).toMatchObject([{ status: 'paid' }, { status: 'void', attempt_count: 1 }])
  })

  test('is written off, which counts as paid', async () => {
    const { stripe, statusOf, newest } = await pastDue()
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
    const { stripe, statusOf, invoices, newest, advanceTo, payWith } = await pastDue()
    advanceTo(CHARGED[1])
    const [, older] = await invoices()
    await stripe.invoices.voidInvoice(await newest())
    expect(await statusOf()).toBe('past_due')
    await payWith('pm_card_visa')
    await stripe.invoices.pay(String(older?.id))
    expect(await statusOf()).toBe('active')
  })

  test('is newer than the one that is written off: still past due', async () => {
    const { stripe, statusOf, invoices, advanceTo } = await pastDue()
    advanceTo(CHARGED[1])
    const [, older] = await invoices()
    await stripe.invoices.markUncollectible(String(older?.id))
    expect(await statusOf()).toBe('past_due')
  })
})

test.each(['voidInvoice', 'markUncollectible'] as const)(
  'an unpaid subscription is active after %s of its unpaid renewal',
  async (close) => {
    const { stripe, statusOf, newest, payWith, advanceTo } = await subscriber('unpaid')
    await payWith('pm_card_chargeCustomerFail')
    advanceTo(CHARGED[0] + days(16))
    expect(await statusOf()).toBe('unpaid')
    await stripe.invoices[close](await newest())
    expect(await statusOf()).toBe('active')
  },
)

test('an incomplete subscription whose first invoice is written off stays incomplete', async () => {
  const { stripe, subscribe } = await startCustomer(START)
  const made = await subscribe({ payment_behavior: 'default_incomplete' })
  await stripe.invoices.markUncollectible(String(made.latest_invoice))
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('incomplete')
})

test('a paused subscription is not renewed', async () => {
  const { stripe, id, statusOf, invoices, advanceTo } = await subscriber()
  expect((await stripe.subscriptions.pause(id, { type: 'subscription' })).status).toBe('paused')
  advanceTo(CHARGED[1])
  expect(await statusOf()).toBe('paused')
  expect(await invoices()).toHaveLength(1)
})

// https://docs.stripe.com/billing/subscriptions/pause-payment
describe('while collection is paused', () => {
  test.each([
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
    ['keep_as_draft', 'draft'],
  ] as const)('with %s, an invoice becomes %s', async (behavior, status) => {
    const { stripe, id, statusOf, invoices, advanceTo } = await subscriber()
    await stripe.subscriptions.update(id, { pause_collection: { behavior } })
    advanceTo(CHARGED[0] + days(8))
    expect(await statusOf()).toBe('active')
    expect(await invoices()).toMatchObject([{ status: 'paid' }, { status, attempt_count: 0 }])
    await stripe.subscriptions.update(id, { pause_collection: '' })
    advanceTo(CHARGED[1])
    expect((await invoices()).map((invoice) => invoice.status)).toEqual(['paid', status, 'paid'])
  })

  test('an earlier invoice is retried', async () => {
    const { stripe, id, statusOf, payWith, advanceTo } = await subscriber()
    await payWith('pm_card_chargeCustomerFail')
    advanceTo(CHARGED[0])
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
    await payWith('pm_card_visa')
    advanceTo(CHARGED[0] + days(3))
    expect(await statusOf()).toBe('active')
  })
})
