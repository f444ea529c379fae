import { describe, expect, test } from 'vitest'
import { daysToSeconds } from '../../testing/stripeAccount.ts'
import { startSubscriber } from './subscriber.ts'

const START = Date.UTC(2027, 0, 10) / 1000
/** Each an hour after a renewal. */
const CHARGED = [Date.UTC(2027, 1, 10, 1) / 1000, Date.UTC(2027, 2, 10, 1) / 1000] as const

// https://docs.stripe.com/billing/subscriptions/overview
describe('a subscription with two unpaid renewals', () => {
  async function startPastDue() {
    const started = await startSubscriber(START)
    await started.account.control({ dunningEnd: 'past_due' })
    await started.payWith('pm_card_chargeCustomerFail')
    started.advanceTo(CHARGED[1])
    const getStatus = async () => (await started.current()).status
    expect(await getStatus()).toBe('past_due')
    const [, older] = await started.invoices()
    return { ...started, statusOf: getStatus, older: String(older?.id) }
  }

  test('stays past due when its newest invoice is voided, until the older one is paid', async () => {
    const { stripe, statusOf: getStatus, newest, older, payWith } = await startPastDue()
    await stripe.invoices.voidInvoice(await newest())
    expect(await getStatus()).toBe('past_due')
    await payWith('pm_card_visa')
    await stripe.invoices.pay(older)
    expect(await getStatus()).toBe('active')
  })

  test('stays past due when its older invoice is written off, until the newest is, too', async () => {
    const { stripe, statusOf: getStatus, newest, older } = await startPastDue()
    await stripe.invoices.markUncollectible(older)
    expect(await getStatus()).toBe('past_due')
    await stripe.invoices.markUncollectible(await newest())
    expect(await getStatus()).toBe('active')
  })
})

test('does not renew a paused subscription', async () => {
  const { stripe, id, current, invoices, advanceTo } = await startSubscriber(START)
  await stripe.subscriptions.pause(id, { type: 'subscription' })
  advanceTo(CHARGED[1])
  expect((await current()).status).toBe('paused')
  expect(await invoices()).toHaveLength(1)
})

// https://docs.stripe.com/billing/subscriptions/pause-payment
test.each([
  ['void', 'void'],
  ['mark_uncollectible', 'uncollectible'],
  ['keep_as_draft', 'draft'],
] as const)('while collection is paused with %s, a renewal is %s', async (behavior, status) => {
  const { stripe, id, current, invoices, advanceTo } = await startSubscriber(START)
  await stripe.subscriptions.update(id, { pause_collection: { behavior } })
  advanceTo(CHARGED[0] + daysToSeconds(8))
  expect((await current()).status).toBe('active')
  expect(await invoices()).toMatchObject([{ status: 'paid' }, { status, attempt_count: 0 }])
  await stripe.subscriptions.update(id, { pause_collection: '' })
  advanceTo(CHARGED[1])
  expect((await invoices()).map((invoice) => invoice.status)).toEqual(['paid', status, 'paid'])
})
