import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  buy,
  buyer,
  createOffer,
  refusal,
  startAccount,
  submit,
} from '../../testing/stripeAccount.ts'

let account: Account
let offer: { product: string; price: string; coupon: string }
beforeAll(async () => {
  account = await startAccount()
  offer = await createOffer(account.stripe)
})
afterAll(() => account.close())

type Params = Stripe.Checkout.SessionCreateParams

function open(params: Partial<Params> = {}): Promise<Stripe.Response<Stripe.Checkout.Session>> {
  return account.stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: offer.price, quantity: 1 }],
    success_url: 'http://localhost:3999/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3999/services#offer',
    ...params,
  })
}

describe('a session', () => {
  test('shows what it will charge', async () => {
    const session = await open({
      discounts: [{ coupon: offer.coupon }],
      client_reference_id: 'user-1',
      metadata: { revision: '7' },
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
      metadata: { revision: '7' },
      discounts: [{ coupon: offer.coupon, promotion_code: null }],
    })
    expect(session.line_items?.data).toMatchObject([{ amount_total: 99_700, price: { id: offer.price } }])
    expect(session.expires_at - session.created).toBe(24 * 3600)
    expect((await account.stripe.checkout.sessions.list({ status: 'open' })).data.length).toBeGreaterThan(0)
  })

  test.each([
    [{ discounts: [{ coupon: 'a' }, { coupon: 'b' }] }, 'discounts'],
    [{ customer: 'cus_a', customer_email: 'a@example.com' }, 'customer_email'],
    [{ customer_update: { name: 'auto' } }, 'customer_update'],
    [{ expires_at: 1000 }, 'expires_at'],
    [{ client_reference_id: 'x'.repeat(201) }, 'client_reference_id'],
    [{ success_url: '/relative' }, 'success_url'],
    [{ allowed_payment_method_types: ['affirm'] }, 'allowed_payment_method_types'],
    [{ mode: 'payment' }, 'line_items'],
    [{ custom_text: { submit: { message: 'x'.repeat(1201) } } }, 'custom_text[submit][message]'],
    [{ line_items: [{ price: 'price_none', quantity: 1 }] }, 'line_items[0][price]'],
    [{ discounts: [{ coupon: 'none' }] }, 'discounts[0][coupon]'],
  ] satisfies [Partial<Params>, string][])('with %j is refused', async (params, param) => {
    expect((await refusal(open(params))).param).toBe(param)
  })

  test('for a price that is no longer sold is refused', async () => {
    const price = await account.stripe.prices.create({
      product: offer.product,
      currency: 'usd',
      unit_amount: 1,
      recurring: { interval: 'month' },
      active: false,
    })
    const error = await refusal(open({ line_items: [{ price: price.id, quantity: 1 }] }))
    expect(error.message).toContain('inactive')
  })

  test('can be expired once, and then sells nothing', async () => {
    const session = await open()
    const expired = await account.stripe.checkout.sessions.expire(session.id)
    expect(expired).toMatchObject({ status: 'expired', url: null })
    expect((await refusal(account.stripe.checkout.sessions.expire(session.id))).message).toContain('expired')
    const answer = await submit(String(session.url), buyer)
    expect(await answer.text()).toContain('This page has expired')
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).subscription).toBeNull()
  })
})

describe('a purchase', () => {
  test('makes a guest a customer with a paid subscription', async () => {
    const session = await open({
      discounts: [{ coupon: offer.coupon }],
      subscription_data: { metadata: { from: 'checkout' } },
    })
    expect(await buy(session)).toBe(`http://localhost:3999/success?session_id=${session.id}`)
    const done = await account.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'customer'],
    })
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 99_700,
      customer: { email: 'ada@example.com', name: 'Ada Lovelace' },
      customer_details: { email: 'ada@example.com', address: { country: 'US' } },
      subscription: {
        status: 'active',
        metadata: { from: 'checkout' },
        billing_mode: { type: 'flexible' },
        latest_invoice: {
          status: 'paid',
          amount_paid: 99_700,
          subtotal: 149_700,
          billing_reason: 'subscription_create',
        },
      },
    })
    const events = await account.stripe.events.list({ limit: 30 })
    const types = events.data.map(({ type }) => type)
    for (const type of [
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.paid',
      'charge.succeeded',
      'payment_intent.succeeded',
      'payment_method.attached',
    ]) {
      expect(types).toContain(type)
    }
  })

  test('for a known customer keeps the address of the customer', async () => {
    const customer = await account.stripe.customers.create({ email: 'known@example.com' })
    const session = await open({ customer: customer.id, customer_update: { name: 'auto' } })
    await buy(session, { email: 'other@example.com', name: 'Known' })
    const done = await account.stripe.checkout.sessions.retrieve(session.id)
    expect(done).toMatchObject({ customer: customer.id, customer_details: { email: 'known@example.com' } })
    expect(await account.stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Known' })
    const { data } = await account.stripe.subscriptions.list({ customer: customer.id, status: 'all' })
    expect(data).toHaveLength(1)
    expect((await account.stripe.paymentMethods.list({ customer: customer.id })).data[0]?.card?.last4).toBe(
      '4242',
    )
  })

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0341', 'Your card was declined.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4111 1111 1111 1112', 'Your card number is incorrect.'],
    ['42', 'Your card number is incomplete.'],
  ])('with the card %s is refused and makes nobody a customer', async (number, reason) => {
    const before = (await account.stripe.customers.list({ limit: 100 })).data.length
    const session = await open()
    const answer = await submit(String(session.url), { ...buyer, number })
    expect(answer.status).toBe(402)
    expect(await answer.text()).toContain(reason.replace("'", '&#39;'))
    expect((await account.stripe.customers.list({ limit: 100 })).data).toHaveLength(before)
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await buy(session)
  })

  test('with a card that asks its holder is made when the holder confirms', async () => {
    const session = await open()
    const location = await buy(session, { number: '4000 0027 6000 3184' })
    expect(location).toBe(`/c/pay/${session.id}/confirm`)
    const challenge = `${account.origin}${location}`
    expect(await (await fetch(challenge)).text()).toContain('3D Secure')
    expect(await (await submit(challenge, { answer: 'fail' })).text()).toContain('unable to authenticate')
    // The bank has said no; it is asked again only when somebody pays again.
    expect((await submit(challenge, { answer: 'complete' })).headers.get('location')).toBe(
      `/c/pay/${session.id}`,
    )
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await buy(session, { number: '4000 0027 6000 3184' })
    expect((await submit(challenge, { answer: 'complete' })).headers.get('location')).toContain('/success')
    const done = await account.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
    expect(done).toMatchObject({ status: 'complete', subscription: { status: 'active' } })
  })

  test('with Klarna depends on the country', async () => {
    const session = await open({ allowed_payment_method_types: ['card', 'klarna'] })
    const elsewhere = await submit(String(session.url), { ...buyer, method: 'klarna', country: 'JP' })
    expect(await elsewhere.text()).toContain('Klarna is not available in your country.')
    await buy(session, { method: 'klarna', country: 'US' })
    const confirmed = await submit(`${account.origin}/c/pay/${session.id}/confirm`, { answer: 'complete' })
    expect(confirmed.status).toBe(303)
    const cardOnly = await open({ allowed_payment_method_types: ['card'] })
    expect((await submit(String(cardOnly.url), { ...buyer, method: 'klarna' })).status).toBe(402)
  })

  test('needs the consent that was asked for', async () => {
    const session = await open({
      consent_collection: { terms_of_service: 'required' },
      custom_text: {
        submit: { message: 'Then <$1,497> a month, see [terms](http://localhost:3999/terms).' },
        terms_of_service_acceptance: { message: 'I agree.' },
      },
    })
    const page = await (await fetch(String(session.url))).text()
    expect(page).toContain('Then &lt;$1,497&gt; a month, see <a href="http://localhost:3999/terms"')
    expect((await submit(String(session.url), buyer)).status).toBe(402)
    const answer = await submit(String(session.url), { ...buyer, terms: 'yes' })
    expect(answer.status).toBe(303)
    const done = await account.stripe.checkout.sessions.retrieve(session.id)
    expect(done.consent?.terms_of_service).toBe('accepted')
  })

  test('happens once, however often it is sent', async () => {
    const customer = await account.stripe.customers.create({ email: 'twice@example.com' })
    const session = await open({ customer: customer.id })
    await Promise.all([1, 2, 3].map(() => submit(String(session.url), buyer)))
    expect((await account.stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test('is not made by a form of another site', async () => {
    const session = await open()
    const answer = await fetch(String(session.url), {
      method: 'POST',
      headers: { origin: 'http://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(buyer),
    })
    expect(answer.status).toBe(403)
    expect((await account.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  test('of something that is paid once makes a payment', async () => {
    const price = await account.stripe.prices.create({
      product: offer.product,
      currency: 'usd',
      unit_amount: 2500,
    })
    const session = await open({ mode: 'payment', line_items: [{ price: price.id, quantity: 2 }] })
    await buy(session)
    const done = await account.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(done).toMatchObject({
      amount_total: 5000,
      customer: null,
      payment_intent: { status: 'succeeded', latest_charge: { amount: 5000, paid: true } },
    })
  })
})

describe('the time of the account', () => {
  test('closes a session after 24 hours, and says so', async () => {
    const session = await open()
    account.billing.advance(24 * 3600 + 60)
    const closed = await account.stripe.checkout.sessions.retrieve(session.id)
    expect(closed).toMatchObject({ status: 'expired', url: null, subscription: null })
    const { data } = await account.stripe.events.list({ type: 'checkout.session.expired', limit: 1 })
    expect(data[0]?.created).toBe(session.expires_at)
    expect(await (await fetch(String(session.url))).text()).toContain('This page has expired')
  })

  test('leaves events readable for 30 days', async () => {
    const count = async () => (await account.stripe.events.list({ type: 'product.created' })).data.length
    expect(await count()).toBeGreaterThan(0)
    account.billing.advance(31 * 24 * 3600)
    expect(await count()).toBe(0)
  })
})
