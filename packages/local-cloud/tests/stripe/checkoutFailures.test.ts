import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  buyerFields,
  type StripeAccount,
  startStripeAccount,
  submitForm,
} from '../../testing/stripeAccount.ts'
import { buy, createOffer, createSession } from '../support/stripe.ts'

let account: StripeAccount
let stripe: Stripe
let customer: string
let session: Stripe.Checkout.Session
beforeEach(async () => {
  account = await startStripeAccount()
  stripe = account.stripe
  const { price } = await createOffer(stripe)
  customer = (await stripe.customers.create({ email: 'tries@example.com' })).id
  session = await createSession(stripe, price, { customer })
})
afterEach(() => account.close())

const listIntents = () => account.billing.store.list('payment_intent', customer)
const listChargeStatuses = async () =>
  (await stripe.charges.list({ customer })).data.map(({ status }) => status)

async function payWithDeclinedCard() {
  const response = await submitForm(String(session.url), { ...buyerFields, number: '4000 0000 0000 0002' })
  expect(response.status).toBe(402)
  expect(await response.text()).toContain('Your card was declined.')
}

// https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade
test('a declined first payment creates a failed charge, and the session can still be paid', async () => {
  await payWithDeclinedCard()
  expect(listIntents()).toMatchObject([
    {
      amount: 149_700,
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
    },
  ])
  expect(await listChargeStatuses()).toEqual(['failed'])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([])
  expect((await stripe.invoices.list({ customer })).data).toEqual([])
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
  })

  await payWithDeclinedCard()
  await buy(session)
  const [intent, ...otherIntents] = listIntents()
  expect(otherIntents).toEqual([])
  expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null })
  const expand = ['subscription.latest_invoice.payments']
  expect(await stripe.checkout.sessions.retrieve(session.id, { expand })).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: null,
    subscription: {
      status: 'active',
      latest_invoice: {
        status: 'paid',
        attempt_count: 1,
        payments: { data: [{ status: 'paid', payment: { payment_intent: intent?.id } }] },
      },
    },
  })
  expect(await listChargeStatuses()).toEqual(['succeeded', 'failed', 'failed'])
})

test('cancels the payment intent of a session that expires', async () => {
  await payWithDeclinedCard()
  await stripe.checkout.sessions.expire(session.id)
  expect(listIntents()[0]).toMatchObject({ status: 'canceled', cancellation_reason: 'expired' })
})
