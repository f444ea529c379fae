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

describe('authentication and headers of the Stripe API', () => {
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

  test('rejects an API version other than that of stripe-node', async () => {
    const response = await sendRequest('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Invalid Stripe API version: 2020-08-27')
  })

  test('sends a Request-Id and the version with every response', async () => {
    const { lastResponse } = await stripe.customers.create({})
    expect(lastResponse.requestId).toMatch(/^req_\w+$/)
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect((await catchStripeError(stripe.customers.retrieve('cus_none'))).requestId).toMatch(/^req_\w+$/)
  })
})

describe('parameters of the Stripe API', () => {
  test.each([
    [() => stripe.customers.create({ phone: '1' }), 'the parameter phone'],
    [() => stripe.customers.search({ query: 'name:"Ada"' }), 'GET /v1/customers/search'],
    [() => stripe.prices.create({ ...monthly, currency: 'eur' }), '"eur" for currency'],
  ])('responds 501 without retries of the SDK to an unsupported request: %s', async (send, feature) => {
    const error = await catchStripeError(send())
    expect(error).toMatchObject({ statusCode: 501, headers: { 'stripe-should-retry': 'false' } })
    expect(error.message).toBe(`The local cloud does not support ${feature}`)
  })

  test('responds 404 to an unknown id in the path, and 400 to an unknown id in a parameter', async () => {
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

test('merges metadata of a customer, deletes keys with empty values, and limits keys and values', async () => {
  const { id } = await stripe.customers.create({ metadata: { one: '1', two: '2' } })
  const changed = await stripe.customers.update(id, { metadata: { two: '', three: '3' } })
  expect(changed.metadata).toEqual({ one: '1', three: '3' })
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
  expect((await catchStripeError(stripe.customers.create({ metadata: keys }))).param).toBe('metadata')
  const withLongValue = stripe.customers.create({ metadata: { key: 'v'.repeat(501) } })
  expect((await catchStripeError(withLongValue)).param).toBe('metadata[key]')
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

  test('transfers the lookup key of a price to another price', async () => {
    const { id: product } = await stripe.products.create({ name: 'Plan' })
    const priceParams = { ...monthly, product, lookup_key: 'membership' }
    const firstPrice = await stripe.prices.create(priceParams)
    expect(String(firstPrice.unit_amount_decimal)).toBe('500')
    expect((await catchStripeError(stripe.prices.create(priceParams))).param).toBe('lookup_key')
    const { id } = await stripe.prices.create({ ...priceParams, transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['membership'], active: true, product })
    expect(found.data.map((price) => price.id)).toEqual([id])
  })
})

describe('a list of the Stripe API', () => {
  test('returns every page, even when objects stop matching the filter meanwhile', async () => {
    const email = 'paged@example.com'
    const created: string[] = []
    for (let count = 0; count < 15; count += 1) created.unshift((await stripe.customers.create({ email })).id)
    const all = await stripe.customers.list({ email, limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(created)
    let listedCount = 0
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) {
      await stripe.customers.update(id, { email: 'other@example.com' })
      listedCount += 1
    }
    expect(listedCount).toBe(15)
    const withUnknownCursor = stripe.customers.list({ starting_after: 'cus_none' })
    expect((await catchStripeError(withUnknownCursor)).code).toBe('resource_missing')
  })

  test('is filtered by the time of creation', async () => {
    const email = 'timed@example.com'
    const { created } = await stripe.customers.create({ email })
    const countCreatedIn = async (range: Stripe.RangeQueryParam) =>
      (await stripe.customers.list({ email, created: range })).data.length
    expect(await countCreatedIn({ gte: created, lte: created })).toBe(1)
    expect(await countCreatedIn({ lt: created })).toBe(0)
  })
})

describe('an expansion of the Stripe API', () => {
  test('replaces ids with objects, including ids in lists', async () => {
    const product_data = { name: 'Expanded' }
    const price = await stripe.prices.create({ ...monthly, product_data, expand: ['product'] })
    expect(price.product).toMatchObject({ object: 'product', name: 'Expanded' })
    const list = await stripe.prices.list({ limit: 1, expand: ['data.product'] })
    expect(list.data[0]?.product).toMatchObject({ name: 'Expanded' })
  })

  // Only references can be expanded, and not every reference is supported.
  test.each([
    ['id', 400, 'This property cannot be expanded'],
    ['name', 400, 'This property cannot be expanded'],
    ['metadata.product', 400, 'This property cannot be expanded'],
    ['sources', 501, 'The local cloud does not support the expansion'],
    ['subscriptions.data.latest_invoice', 501, 'The local cloud does not support the expansion'],
  ])('rejects the expansion of %s with the status %i', async (path, statusCode, message) => {
    const { id: product } = await stripe.products.create({ name: 'Referred to' })
    const { id } = await stripe.customers.create({ name: 'Ada', metadata: { product } })
    const error = await catchStripeError(stripe.customers.retrieve(id, { expand: [path] }))
    expect(error.statusCode).toBe(statusCode)
    expect(error.message).toContain(message)
    expect(error.message).toContain(path)
  })
})

describe('a fault injected into the Stripe API', () => {
  test('responds with an injected status for the set number of requests', async () => {
    const clientWithoutRetries = account.createClient(SECRET_KEY, { maxNetworkRetries: 0 })
    account.faults.set({ vendor: 'stripe', status: 503, count: 1 })
    const error = await catchStripeError(clientWithoutRetries.customers.list())
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
    account.faults.set({ vendor: 'stripe', status: 429, count: 1 })
    const rateLimitError = await catchStripeError(clientWithoutRetries.customers.list())
    expect(rateLimitError.type).toBe('StripeRateLimitError')
    expect((await clientWithoutRetries.customers.list()).object).toBe('list')
  })

  test('sets a field to null in objects and lists', async () => {
    const { id } = await stripe.customers.create({ name: 'Ada' })
    account.faults.set({ vendor: 'stripe', blank: 'name', count: 2 })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, name: null })
    const { data, url } = await stripe.customers.list()
    expect(data.map(({ name }) => name)).toEqual(data.map(() => null))
    expect(url).toBe('/v1/customers')
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' })
  })
})
