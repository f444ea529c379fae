import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StripeAccount, startStripeAccount } from '../../testing/stripeAccount.ts'
import { subscribeNewCustomer } from '../../tests/support/stripe.ts'

let account: StripeAccount
beforeEach(async () => {
  account = await startStripeAccount()
})
afterEach(() => account.close())

async function subscribe() {
  const { customer, subscription } = await subscribeNewCustomer(account.stripe)
  const [charge] = (await account.stripe.charges.list({ customer })).data
  return { subscription: subscription.id, charge: String(charge?.id) }
}

describe('the billing control API', () => {
  it('refunds a payment, and returns 404 for a second refund', async () => {
    const { charge } = await subscribe()
    expect(await account.control({ refund: charge })).toBe(200)
    expect(await account.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true })
    expect(await account.control({ refund: charge })).toBe(404)
  })

  it('cancels a subscription, and returns 404 for a second cancellation', async () => {
    const { subscription } = await subscribe()
    expect(await account.control({ cancel: subscription })).toBe(200)
    expect(await account.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'canceled' })
    expect(await account.control({ cancel: subscription })).toBe(404)
  })

  it("closes a dispute only with the bank's decision", async () => {
    const { charge } = await subscribe()
    expect(await account.control({ dispute: charge })).toBe(200)
    const [dispute] = account.billing.store.list('dispute')
    expect(await account.control({ closeDispute: dispute?.id })).toBe(400)
    expect(await account.control({ closeDispute: dispute?.id, won: false })).toBe(200)
    expect(account.billing.store.list('dispute')).toMatchObject([{ status: 'lost' }])
  })

  it.each([
    {},
    { dunningEnd: 'never' },
    { settle: 'cs_1' },
    { memberUrl: '/' },
    { finalizationFailures: -1 },
  ])('rejects the invalid change %j', async (change) => {
    expect(await account.control(change)).toBe(400)
  })
})
