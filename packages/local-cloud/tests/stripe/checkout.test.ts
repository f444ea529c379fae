import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { buyerFields, startStripeAccount, submitForm } from '../../testing/stripeAccount.ts'
import { buy, catchStripeError, createOffer, createSession } from '../support/stripe.ts'

const account = await startStripeAccount()
const { stripe } = account
const offer = await createOffer(stripe)
afterAll(() => account.close())

type Params = Stripe.Checkout.SessionCreateParams

async function openSession(params: Partial<Params> = {}) {
  const { id: customer } = await stripe.customers.create({ email: buyerFields.email })
  const cancel_url = 'http://localhost:3999/services#offer'
  return createSession(stripe, offer.price, { customer, cancel_url, ...params })
}

const retrieveSession = (id: string, expand: string[] = []) =>
  stripe.checkout.sessions.retrieve(id, { expand })

describe('a Checkout session', () => {
  test('is created with the amount that it will charge', async () => {
    const session = await openSession({
      discounts: [{ coupon: offer.coupon }],
      client_reference_id: 'user-1',
      expand: ['line_items'],
    })
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      ui_mode: 'hosted_page',
      amount_subtotal: 149_700,
      amount_total: 99_700,
      total_details: { amount_discount: 50_000 },
      client_reference_id: 'user-1',
      discounts: [{ coupon: offer.coupon, promotion_code: null }],
    })
    expect(session.line_items?.data).toMatchObject([{ amount_total: 99_700, price: { id: offer.price } }])
    const lines = await stripe.checkout.sessions.listLineItems(session.id)
    expect(lines.data).toEqual(session.line_items?.data)
    expect(session.expires_at - session.created).toBe(24 * 3600)
    expect((await stripe.checkout.sessions.list({ status: 'open' })).data[0]?.id).toBe(session.id)
  })

  test.each([
    [{ success_url: '/relative' }, 'success_url'],
    [{ custom_text: { submit: { message: 'x'.repeat(1201) } } }, 'custom_text[submit][message]'],
    [{ discounts: [{ coupon: 'none' }] }, 'discounts[0][coupon]'],
  ] satisfies [Partial<Params>, string][])('cannot be created with %j', async (params, param) => {
    const error = await catchStripeError(openSession(params))
    expect([error.statusCode, error.param]).toEqual([400, param])
  })

  test('cannot be paid after it expires', async () => {
    const { id, url } = await openSession()
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    expect((await catchStripeError(stripe.checkout.sessions.expire(id))).message).toContain('expired')
    const response = await submitForm(String(url), buyerFields)
    expect(await response.text()).toContain('This page has expired')
    expect((await retrieveSession(id)).subscription).toBeNull()
  })
})

describe('Checkout', () => {
  test('creates an active subscription for the customer', async () => {
    const session = await openSession({
      discounts: [{ coupon: offer.coupon }],
      subscription_data: { metadata: { from: 'checkout' } },
    })
    expect(await buy(session)).toBe(`http://localhost:3999/success?session_id=${session.id}`)
    const done = await retrieveSession(session.id, ['subscription.latest_invoice.payments', 'customer'])
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 99_700,
      customer: { email: buyerFields.email },
      customer_details: { email: buyerFields.email, address: { country: 'US' } },
      subscription: {
        status: 'active',
        metadata: { from: 'checkout' },
        latest_invoice: { amount_paid: 99_700, payments: { data: [{ status: 'paid' }] } },
      },
    })
    const types = ['checkout.session.completed', 'customer.subscription.created', 'invoice.paid'] as const
    const { data } = await stripe.events.list({ types: [...types] })
    expect(data.map(({ type }) => type).sort()).toEqual([...types])
  })

  test("retains the customer's email, and stores the payer's name if customer_update is set", async () => {
    const { id: customer } = await stripe.customers.create({ email: 'known@example.com' })
    const session = await openSession({ customer, customer_update: { name: 'auto' } })
    await buy(session, { email: 'other@example.com', name: 'Known' })
    expect(
      await retrieveSession(session.id, ['customer', 'subscription.default_payment_method']),
    ).toMatchObject({
      customer: { id: customer, name: 'Known' },
      customer_details: { email: 'known@example.com' },
      subscription: { default_payment_method: { card: { last4: '4242' } } },
    })
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  })

  test('redirects only existing subscribers to the URL set for the one-subscription limit', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'subscriber@example.com' })
    const [paid, second] = [await openSession({ customer }), await openSession({ customer })]
    const open = (url: string | null) => fetch(String(url), { redirect: 'manual' })
    await account.control({ memberUrl: 'http://localhost:3999/account?{CHECKOUT_SESSION_ID}' })
    expect((await open(second.url)).status).toBe(200)
    await buy(paid)
    const response = await open(second.url)
    expect(response.headers.get('location')).toBe(`http://localhost:3999/account?${second.id}`)
    expect((await open((await openSession()).url)).status).toBe(200)
    await account.control({ memberUrl: '' })
    expect((await open(second.url)).status).toBe(200)
  })

  test('rejects an unknown card number', async () => {
    const session = await openSession()
    const response = await submitForm(String(session.url), { ...buyerFields, number: '4111 1111 1111 1112' })
    expect(response.status).toBe(402)
    expect(await response.text()).toContain('Your card number is incorrect.')
    expect((await retrieveSession(session.id)).status).toBe('open')
  })

  test('completes a purchase when Klarna confirms it', async () => {
    const session = await openSession()
    expect(await buy(session, { method: 'klarna' })).toBe(`/c/pay/${session.id}/confirm`)
    const failed = await submitForm(`${session.url}/confirm`, { decision: 'fail' })
    expect(await failed.text()).toContain('Klarna did not confirm the payment.')
    expect(await retrieveSession(session.id)).toMatchObject({ status: 'open', subscription: null })
    await buy(session, { method: 'klarna' })
    expect(await (await fetch(`${session.url}/confirm`)).text()).toContain('$1,497.00')
    expect((await submitForm(`${session.url}/confirm`, { decision: 'complete' })).status).toBe(303)
    expect(await retrieveSession(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })

  test('rejects a purchase without the required consent', async () => {
    const session = await openSession({
      consent_collection: { terms_of_service: 'required' },
      custom_text: {
        submit: { message: 'Then <$1,497> a month, see [terms](http://localhost:3999/terms).' },
        terms_of_service_acceptance: { message: 'I agree.' },
      },
    })
    const page = await (await fetch(String(session.url))).text()
    expect(page).toContain('Then &lt;$1,497&gt; a month, see <a href="http://localhost:3999/terms"')
    expect((await submitForm(String(session.url), buyerFields)).status).toBe(402)
    expect((await submitForm(String(session.url), { ...buyerFields, terms: 'yes' })).status).toBe(303)
    expect((await retrieveSession(session.id)).consent?.terms_of_service).toBe('accepted')
  })

  test('creates one subscription when the form is submitted several times', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'twice@example.com' })
    const session = await openSession({ customer })
    await Promise.all([1, 2, 3].map(() => submitForm(String(session.url), buyerFields)))
    expect((await stripe.subscriptions.list({ customer })).data).toHaveLength(1)
  })
})
