import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, SECRET_KEY, startAccount } from '../../testing/stripeAccount.ts'
import { refusal } from '../support/stripe.ts'

let account: Account
let stripe: Stripe
beforeAll(async () => {
  account = await startAccount()
  stripe = account.stripe
})
afterEach(() => account.faults.clear())
afterAll(() => account.close())

/** A request without the SDK. */
function call(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${account.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${SECRET_KEY}`, ...init.headers },
  })
}

const monthly = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } } as const

describe('authentication', () => {
  test('refuses an unknown key without repeating it', async () => {
    const error = await refusal(account.client('sk_test_wrong_but_long_enough').customers.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.statusCode).toBe(401)
    expect(error.message).toContain('Invalid API Key provided: sk_test_')
    expect(error.message).not.toContain('wrong_but')
  })

  test('refuses a request without a key', async () => {
    expect((await call('/v1/customers', { headers: { authorization: '' } })).status).toBe(401)
  })

  test('limits a restricted key to its permissions', async () => {
    const restricted = account.client(account.restrictedKey({ customers: 'read', products: 'write' }))
    expect((await restricted.customers.list()).object).toBe('list')
    await restricted.products.create({ name: 'Allowed' })
    for (const refused of [restricted.customers.create({}), restricted.prices.list()])
      expect(await refusal(refused)).toBeInstanceOf(Stripe.errors.StripePermissionError)
  })

  test('refuses another API version', async () => {
    const response = await call('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Invalid Stripe API version: 2020-08-27')
  })

  test('sends a Request-Id and the version with every response', async () => {
    const { lastResponse } = await stripe.customers.create({})
    expect(lastResponse.requestId).toMatch(/^req_\w+$/)
    expect(lastResponse.apiVersion).toBe('2026-10-28.endive')
    expect((await refusal(stripe.customers.retrieve('cus_none'))).requestId).toMatch(/^req_\w+$/)
  })
})

describe('parameters', () => {
  test.each([
    [() => stripe.products.create(Object.assign({})), 'parameter_missing', 'name'],
    [() => stripe.products.create({ name: '' }), 'parameter_invalid_empty', 'name'],
    [() => stripe.customers.create({ email: 'no email' }), 'email_invalid', 'email'],
    [() => stripe.customers.list({ limit: 101 }), 'parameter_invalid_integer', 'limit'],
    [() => stripe.coupons.create({ amount_off: 1 }), 'parameter_missing', 'currency'],
    [
      () => stripe.coupons.create({ amount_off: 1, currency: 'usd', duration: 'repeating' }),
      undefined,
      'duration_in_months',
    ],
  ])('that are invalid respond 400: %s', async (request, code, param) => {
    const error = await refusal(request())
    expect([error.statusCode, error.code, error.param]).toEqual([400, code, param])
  })

  test.each([
    [() => stripe.customers.create({ tax: { ip_address: '127.0.0.1' } }), 'the parameter tax'],
    [
      () =>
        stripe.prices.create({
          ...monthly,
          product_data: { name: 'x' },
          recurring: { ...monthly.recurring, trial_period_days: 3 },
        }),
      'the parameter recurring[trial_period_days]',
    ],
    [() => stripe.customers.search({ query: 'name:"Ada"' }), 'GET /v1/customers/search'],
    [() => stripe.topups.list(), 'GET /v1/topups'],
    [() => stripe.prices.create({ ...monthly, currency: 'eur' }), '"eur" for currency'],
  ])('and endpoints that are not supported respond 501, which is not retried: %s', async (request, what) => {
    const error = await refusal(request())
    expect(error.statusCode).toBe(501)
    expect(error.message).toBe(`The local cloud does not support ${what}`)
    expect(error.headers).toMatchObject({ 'stripe-should-retry': 'false' })
  })

  test('with an unknown id respond 400, a path with one 404', async () => {
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    })
    const price = stripe.prices.create({ ...monthly, product: 'prod_none' })
    expect(await refusal(price)).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'product',
    })
  })
})

test('metadata is merged, cleared by empty values, and limited', async () => {
  const { id } = await stripe.customers.create({ metadata: { one: '1', two: '2' } })
  const changed = await stripe.customers.update(id, { metadata: { two: '', three: '3' } })
  expect(changed.metadata).toEqual({ one: '1', three: '3' })
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
  expect((await refusal(stripe.customers.create({ metadata: keys }))).param).toBe('metadata')
  const long = stripe.customers.create({ metadata: { key: 'v'.repeat(501) } })
  expect((await refusal(long)).param).toBe('metadata[key]')
})

describe('the catalog', () => {
  test('has ids of the client for products and coupons, once', async () => {
    const id = 'studio-plan'
    expect(await stripe.products.create({ id, name: 'Plan' })).toMatchObject({ id, active: true })
    const again = stripe.products.create({ id, name: 'Again' })
    expect((await refusal(again)).code).toBe('resource_already_exists')
    expect(await stripe.products.update(id, { name: 'New' })).toMatchObject({ name: 'New' })

    const coupon = {
      id: 'intro',
      amount_off: 50_000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    } as const
    expect(await stripe.coupons.create(coupon)).toMatchObject({ ...coupon, valid: true, times_redeemed: 0 })
    expect((await refusal(stripe.coupons.create(coupon))).code).toBe('resource_already_exists')
    expect(await stripe.coupons.update('intro', { name: 'Intro' })).toMatchObject({ name: 'Intro' })
  })

  test('transfers the lookup key of a price to another', async () => {
    const { id: product } = await stripe.products.create({ name: 'Plan' })
    const terms = { ...monthly, product, lookup_key: 'membership' }
    const first = await stripe.prices.create(terms)
    expect(String(first.unit_amount_decimal)).toBe('500')
    expect((await refusal(stripe.prices.create(terms))).param).toBe('lookup_key')
    const { id } = await stripe.prices.create({ ...terms, transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['membership'], active: true, product })
    expect(found.data.map((price) => price.id)).toEqual([id])
  })
})

describe('a list', () => {
  test('is paged to its end by the SDK, also when objects leave it meanwhile', async () => {
    const email = 'paged@example.com'
    const created: string[] = []
    for (let count = 0; count < 15; count += 1) created.unshift((await stripe.customers.create({ email })).id)
    const all = await stripe.customers.list({ email, limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(created)
    let seen = 0
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) {
      await stripe.customers.update(id, { email: 'other@example.com' })
      seen += 1
    }
    expect(seen).toBe(15)
    const unknown = stripe.customers.list({ starting_after: 'cus_none' })
    expect((await refusal(unknown)).code).toBe('resource_missing')
  })

  test('is filtered by the time of creation', async () => {
    const email = 'timed@example.com'
    const { created } = await stripe.customers.create({ email })
    const count = async (range: Stripe.RangeQueryParam) =>
      (await stripe.customers.list({ email, created: range })).data.length
    expect(await count({ gte: created, lte: created })).toBe(1)
    expect(await count({ gt: created })).toBe(0)
    expect(await count({ lt: created })).toBe(0)
  })
})

describe('an expansion', () => {
  test('replaces ids by objects, also in lists', async () => {
    const product_data = { name: 'Expanded' }
    const price = await stripe.prices.create({ ...monthly, product_data, expand: ['product'] })
    expect(price.product).toMatchObject({ object: 'product', name: 'Expanded' })
    const list = await stripe.prices.list({ limit: 1, expand: ['data.product'] })
    expect(list.data[0]?.product).toMatchObject({ name: 'Expanded' })
  })

  test.each(['id', 'name', 'metadata', 'metadata.product'])(
    'of %s, which is no reference, responds 400',
    async (path) => {
      const { id: product } = await stripe.products.create({ name: 'Referred to' })
      const { id } = await stripe.customers.create({ name: 'Ada', metadata: { product } })
      const error = await refusal(stripe.customers.retrieve(id, { expand: [path] }))
      expect(error.statusCode).toBe(400)
      expect(error.message).toContain(`This property cannot be expanded (${path})`)
    },
  )

  test.each(['sources', 'tax_ids', 'subscriptions.data.latest_invoice'])(
    'of %s, which is not supported, responds 501',
    async (path) => {
      const { id } = await stripe.customers.create({})
      const error = await refusal(stripe.customers.retrieve(id, { expand: [path] }))
      expect(error.statusCode).toBe(501)
      expect(error.message).toBe(`The local cloud does not support the expansion of ${path}`)
    },
  )
})

describe('a fault', () => {
  test('responds as Stripe does, as often as it should', async () => {
    const impatient = account.client(SECRET_KEY, { maxNetworkRetries: 0 })
    account.faults.set({ vendor: 'stripe', status: 503, count: 1 })
    const error = await refusal(impatient.customers.list())
    expect(error).toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
    account.faults.set({ vendor: 'stripe', status: 429, count: 1 })
    expect(await refusal(impatient.customers.list())).toMatchObject({ type: 'StripeRateLimitError' })
    expect((await impatient.customers.list()).object).toBe('list')
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

test('objects and idempotency keys survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  const file = join(folder, 'account.sqlite')
  const create = (on: Account) => on.stripe.customers.create({ name: 'Stored' }, { idempotencyKey: 'stored' })
  try {
    const first = await startAccount({ file })
    const { id } = await create(first)
    await first.close()
    const second = await startAccount({ file })
    expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'Stored' })
    expect((await create(second)).id).toBe(id)
    await second.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
