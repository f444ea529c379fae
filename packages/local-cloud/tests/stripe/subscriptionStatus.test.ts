import { describe, expect, test } from 'vitest'
import { daysToSeconds } from '../../testing/stripeAccount.ts'
import { startSubscriber } from './subscriber.ts'

const START = Date.UTC(2027, 0, 10) / 1000
/** The times at which the first and the second renewal are charged: an hour after the period ends. */
const CHARGED_AT = [Date.UTC(2027, 1, 10, 1) / 1000, Date.UTC(2027, 2, 10, 1) / 1000] as const

// https://docs.stripe.com/billing/subscriptions/overview
describe('a subscription with two unpaid renewals', () => {
  async function startPastDue() {
    const started = await startSubscriber(START)
    await started.account.control({ dunningEnd: 'past_due' })
    await started.changeCard('pm_card_chargeCustomerFail')
    started.advanceTo(CHARGED_AT[1])
    const getStatus = async () => (await started.getSubscription()).status
    expect(await getStatus()).toBe('past_due')
    const [, older] = await started.listInvoices()
    return { ...started, getStatus, olderInvoiceId: String(older?.id) }
  }

  test('stays past due when its newest invoice is voided, until the older invoice is paid', async () => {
    const { stripe, getStatus, getNewestInvoiceId, olderInvoiceId, changeCard } = await startPastDue()
    await stripe.invoices.voidInvoice(await getNewestInvoiceId())
    expect(await getStatus()).toBe('past_due')
    await changeCard('pm_card_visa')
    await stripe.invoices.pay(olderInvoiceId)
    expect(await getStatus()).toBe('active')
  })

  test('stays past due when its older invoice is uncollectible, until the newest is uncollectible too', async () => {
    const { stripe, getStatus, getNewestInvoiceId, olderInvoiceId } = await startPastDue()
    await stripe.invoices.markUncollectible(olderInvoiceId)
    expect(await getStatus()).toBe('past_due')
    await stripe.invoices.markUncollectible(await getNewestInvoiceId())
    expect(await getStatus()).toBe('active')
  })
})

test('does not renew a paused subscription', async () => {
  const { stripe, id, getSubscription, listInvoices, advanceTo } = await startSubscriber(START)
  await stripe.subscriptions.pause(id, { type: 'subscription' })
  advanceTo(CHARGED_AT[1])
  expect((await getSubscription()).status).toBe('paused')
  expect(await listInvoices()).toHaveLength(1)
})

// https://docs.stripe.com/billing/subscriptions/pause-payment
test.each([
  ['void', 'void'],
  ['mark_uncollectible', 'uncollectible'],
  ['keep_as_draft', 'draft'],
] as const)(
  'while collection is paused with %s, the invoice of a renewal becomes %s',
  async (behavior, status) => {
    const { stripe, id, getSubscription, listInvoices, advanceTo } = await startSubscriber(START)
    await stripe.subscriptions.update(id, { pause_collection: { behavior } })
    advanceTo(CHARGED_AT[0] + daysToSeconds(8))
    expect((await getSubscription()).status).toBe('active')
    expect(await listInvoices()).toMatchObject([{ status: 'paid' }, { status, attempt_count: 0 }])
    await stripe.subscriptions.update(id, { pause_collection: '' })
    advanceTo(CHARGED_AT[1])
    expect((await listInvoices()).map((invoice) => invoice.status)).toEqual(['paid', status, 'paid'])
  },
)
