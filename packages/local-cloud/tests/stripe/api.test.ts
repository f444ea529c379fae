import Stripe from 'stripe'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { SECRET_KEY, startStripeAccount } from '../../testing/stripeAccount.ts'
import { catchStripeError } from '../support/stripe.ts'

const account = await startStripeAccount()
const { stripe } = account
afterEach(() => account.faults.clear())
afterAll(() => account.close())

/** Sends a request without the SDK. */
function sendRequest(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${account.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${SECRET_KEY}`, ...init.headers },
  })
}

const monthly = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const

describe('the Stripe API', () => {
  test('rejects an unknown key, and masks the key in the error', async () => {
    const client = account.createClient('sk_test_wrong_but_long_enough')
    const error = await catchStripeError(client.customers.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.statusCode).toBe(401)
    expect(error.message).toContain('Invalid API Key provided: sk_test_')
    expect(error.message).not.toContain('wrong_but')
  })

  test('rejects a request without a key', async () => {
    expect((await sendRequest('/v1/customers', { headers: { authorization: '' } })).status).toBe(401)
  })

  test('rejects any API version but stripe-node’s', async () => {
    const response = await sendRequest('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Invalid Stripe API version: 2020-08-27')
  })

  test('sends a Request-Id and the API version with every response', async () => {
    const { lastResponse } = await stripe.customers.create({})
    expect(lastResponse.requestId).toMatch(/^req_\w+$/)
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect((await catchStripeError(stripe.customers.retrieve('cus_none'))).requestId).toMatch(/^req_\w+$/)
  })
})

describe('the Stripe API’s parameter validation', () => {
  test.each([
    [() => stripe.customers.create({ phone: '1' }), 'the parameter phone'],
    [() => stripe.customers.search({ query: 'name:"Ada"' }), 'GET /v1/customers/search'],
    [() => stripe.prices.create({ ...monthly, currency: 'eur' }), '"eur" for currency'],
  ])('returns 501, which the SDK does not retry, for an unsupported request: %s', async (send, feature) => {
    const error = await catchStripeError(send())
    expect(error).toMatchObject({ statusCode: 501, headers: { 'stripe-should-retry': 'false' } })
    expect(error.message).toBe(`The local cloud does not support ${feature}`)
  })

  test('returns 404 for an unknown id in the path, and 400 for an unknown id in a parameter', async () => {
    expect(await catchStripeError(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    })
    const price = stripe.prices.create({ ...monthly, product: 'prod_none' })
    const expected = { statusCode: 400, code: 'resource_missing', param: 'product' }
    expect(await catchStripeError(price)).toMatchObject(expected)
  })
})

describe('the Stripe catalog', () => {
  test('creates products and coupons with a given id, and rejects an existing id', async () => {
    const id = 'studio-plan'
    expect(await stripe.products.create({ id, name: 'Plan' })).toMatchObject({ id, active: true })
    const duplicate = stripe.products.create({ id, name: 'Again' })
    expect((await catchStripeError(duplicate)).code).toBe('resource_already_exists')
    expect(await stripe.products.update(id, { name: 'New' })).toMatchObject({ name: 'New' })

    const coupon = {
      id: 'intro',
      amount_off: 50_000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    } as const
    expect(await stripe.coupons.create(coupon)).toMatchObject({ ...coupon, valid: true, times_redeemed: 0 })
    expect((await catchStripeError(stripe.coupons.create(coupon))).code).toBe('resource_already_exists')
    expect(await stripe.coupons.update('intro', { name: 'Intro' })).toMatchObject({ name: 'Intro' })
  })
})

describe('expansion in the Stripe API', () => {
  // Only references can be expanded, and not every reference is supported.
  test.each([
    ['id', 400, 'This property cannot be expanded'],
    ['name', 400, 'This property cannot be expanded'],
    ['metadata.product', 400, 'This property cannot be expanded'],
    ['sources', 501, 'The local cloud does not support the expansion'],
    ['subscriptions.data.latest_invoice', 501, 'The local cloud does not support the expansion'],
  ])('rejects the expansion of %s with status %i', async (path, statusCode, message) => {
    const { id: product } = await stripe.products.create({ name: 'Referred to' })
    const { id } = await stripe.customers.create({ name: 'Ada', metadata: { product } })
    const error = await catchStripeError(stripe.customers.retrieve(id, { expand: [path] }))
    expect(error.statusCode).toBe(statusCode)
    expect(error.message).toContain(message)
    expect(error.message).toContain(path)
  })
})
