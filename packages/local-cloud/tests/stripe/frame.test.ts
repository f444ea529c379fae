import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Account, refusal, SECRET_KEY, startAccount } from '../../testing/stripeAccount.ts'

let account: Account
beforeAll(async () => {
  account = await startAccount()
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

describe('who may call', () => {
  test('a wrong key is refused, and never repeated in full', async () => {
    const error = await refusal(account.client('sk_test_wrong_but_long_enough').customers.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.statusCode).toBe(401)
    expect(error.message).toContain('Invalid API Key provided: sk_test_')
    expect(error.message).not.toContain('wrong_but')
  })

  test('no key at all is refused', async () => {
    const answer = await call('/v1/customers', { headers: { authorization: '' } })
    expect(answer.status).toBe(401)
  })

  test('another API version is refused', async () => {
    const answer = await call('/v1/customers', { headers: { 'stripe-version': '2020-08-27' } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Invalid Stripe API version: 2020-08-27')
  })

  test('every answer has a Request-Id and the version', async () => {
    const customer = await account.stripe.customers.create({})
    expect(customer.lastResponse.requestId).toMatch(/^req_\w+$/)
    expect(customer.lastResponse.apiVersion).toBe('2026-10-28.endive')
    const error = await refusal(account.stripe.customers.retrieve('cus_none'))
    expect(error.requestId).toMatch(/^req_\w+$/)
  })
})

describe('parameters', () => {
  test('unknown ones are refused', async () => {
    const error = await refusal(account.stripe.customers.create(Object.assign({ emial: 'a@example.com' })))
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'emial',
      message: 'Received unknown parameter: emial',
    })
    const nested = await refusal(
      account.stripe.prices.create({
        currency: 'usd',
        unit_amount: 1,
        product_data: { name: 'x' },
        recurring: Object.assign({ interval: 'month' as const }, { often: 1 }),
      }),
    )
    expect(nested.param).toBe('recurring[often]')
  })

  test('missing, empty and malformed ones are refused by name', async () => {
    const { stripe } = account
    expect(await refusal(stripe.products.create(Object.assign({})))).toMatchObject({
      code: 'parameter_missing',
      param: 'name',
    })
    expect(await refusal(stripe.products.create({ name: '' }))).toMatchObject({
      code: 'parameter_invalid_empty',
    })
    expect(await refusal(stripe.customers.create({ email: 'no address' }))).toMatchObject({
      code: 'email_invalid',
      param: 'email',
    })
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await refusal(stripe.coupons.create({ percent_off: 10, duration: 'sometimes' }))).toMatchObject({
      param: 'duration',
      message: 'Invalid duration: must be one of forever, once, or repeating',
    })
  })

  test('what Stripe has and the local cloud has not answers 501 and is not tried again', async () => {
    const error = await refusal(account.stripe.customers.create({ tax: { ip_address: '127.0.0.1' } }))
    expect(error).toMatchObject({
      statusCode: 501,
      message: 'The local cloud does not support the parameter tax',
    })
    const unknown = await refusal(account.stripe.topups.list())
    expect(unknown.message).toContain('GET /v1/topups')
    const search = await refusal(account.stripe.customers.search({ query: 'name:"Ada"' }))
    expect(search).toMatchObject({
      statusCode: 501,
      message: expect.stringContaining('/v1/customers/search'),
    })
  })

  test('an unknown id is a 404, in a parameter a 400', async () => {
    const { stripe } = account
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such customer: 'cus_none'",
    })
    const price = stripe.prices.create({ currency: 'usd', unit_amount: 1, product: 'prod_none' })
    expect(await refusal(price)).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'product',
    })
  })
})

describe('metadata', () => {
  test('is merged, and cleared by empty values', async () => {
    const { stripe } = account
    const { id } = await stripe.customers.create({ metadata: { one: '1', two: '2' } })
    expect((await stripe.customers.update(id, { metadata: { two: '', three: '3' } })).metadata).toEqual({
      one: '1',
      three: '3',
    })
    expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })

  test('has limits', async () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
    expect((await refusal(account.stripe.customers.create({ metadata: keys }))).param).toBe('metadata')
    const long = account.stripe.customers.create({ metadata: { key: 'v'.repeat(501) } })
    expect((await refusal(long)).param).toBe('metadata[key]')
  })
})

describe('lists', () => {
  test('are paged in both directions, and read to the end by the SDK', async () => {
    const { stripe } = account
    const email = 'paged@example.com'
    const made: string[] = []
    for (let count = 0; count < 25; count += 1) made.unshift((await stripe.customers.create({ email })).id)
    const all = await stripe.customers.list({ email, limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(made)
    const page = await stripe.customers.list({ email, limit: 3, ending_before: String(made[10]) })
    expect(page.data.map(({ id }) => id)).toEqual(made.slice(7, 10))
    expect(page.has_more).toBe(true)
    expect((await refusal(stripe.customers.list({ starting_after: 'cus_none' }))).code).toBe(
      'resource_missing',
    )
  })

  test('go on behind an object that is gone from them', async () => {
    const { stripe } = account
    const email = 'vanishing@example.com'
    for (let count = 0; count < 6; count += 1) await stripe.customers.create({ email })
    let seen = 0
    for await (const customer of stripe.customers.list({ email, limit: 2 })) {
      await stripe.customers.update(customer.id, { email: 'elsewhere@example.com' })
      seen += 1
    }
    expect(seen).toBe(6)
    expect((await stripe.customers.list({ email })).data).toEqual([])
  })

  test('are narrowed by the time of creation', async () => {
    const { stripe } = account
    const { created } = await stripe.customers.create({ email: 'timed@example.com' })
    const count = async (range: object) =>
      (await stripe.customers.list({ email: 'timed@example.com', created: range })).data.length
    expect(await count({ gte: created, lte: created })).toBe(1)
    expect(await count({ gt: created })).toBe(0)
    expect(await count({ lt: created })).toBe(0)
  })
})

describe('expansion', () => {
  test('puts objects in the place of ids', async () => {
    const { stripe } = account
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      product_data: { name: 'Expanded' },
      expand: ['product'],
    })
    expect(price.product).toMatchObject({ object: 'product', name: 'Expanded' })
    const list = await stripe.prices.list({ limit: 1, expand: ['data.product'] })
    expect(list.data[0]?.product).toMatchObject({ name: 'Expanded' })
  })

  test('of what holds an id, but refers to nothing, is refused', async () => {
    const { stripe } = account
    const { id } = await stripe.products.create({ name: 'Referred to' })
    const customer = await stripe.customers.create({ metadata: { product: id } })
    for (const path of ['id', 'metadata', 'metadata.product']) {
      const error = await refusal(stripe.customers.retrieve(customer.id, { expand: [path] }))
      expect(error.message).toContain(`This property cannot be expanded (${path})`)
    }
  })

  test('of what cannot be expanded is refused', async () => {
    const error = await refusal(account.stripe.products.list({ expand: ['data.name'] }))
    expect(error.message).toContain('This property cannot be expanded (data.name)')
  })
})

describe('idempotency keys', () => {
  const key = () => `key-${Math.random()}`

  test('give the first answer again', async () => {
    const idempotencyKey = key()
    const first = await account.stripe.customers.create({ name: 'Once' }, { idempotencyKey })
    const again = await account.stripe.customers.create({ name: 'Once' }, { idempotencyKey })
    expect(again).toEqual(first)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('refuse other parameters and other endpoints', async () => {
    const idempotencyKey = key()
    await account.stripe.customers.create({ name: 'Once' }, { idempotencyKey })
    const other = await refusal(account.stripe.customers.create({ name: 'Twice' }, { idempotencyKey }))
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    expect(
      (await refusal(account.stripe.products.create({ name: 'x' }, { idempotencyKey }))).message,
    ).toContain("'/v1/products' vs '/v1/customers'")
  })

  test('are not used up by parameters that were refused', async () => {
    const idempotencyKey = key()
    await refusal(account.stripe.customers.create({ email: 'wrong' }, { idempotencyKey }))
    const made = await account.stripe.customers.create({ email: 'right@example.com' }, { idempotencyKey })
    expect(made.email).toBe('right@example.com')
  })

  test('in use answer 409, and the SDK, which tries again, ends with one object', async () => {
    const idempotencyKey = key()
    account.faults.set({ vendor: 'stripe', delayMs: 300, count: 1 })
    const patient = account.client(SECRET_KEY, { maxNetworkRetries: 5 })
    const slow = account.stripe.customers.create({ name: 'Slow' }, { idempotencyKey })
    await expect.poll(() => account.faults.list()).toEqual([])
    const [refused, retried] = await Promise.all([
      refusal(
        account
          .client(SECRET_KEY, { maxNetworkRetries: 0 })
          .customers.create({ name: 'Slow' }, { idempotencyKey }),
      ),
      patient.customers.create({ name: 'Slow' }, { idempotencyKey }),
    ])
    expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(retried.id).toBe((await slow).id)
  })

  test('keep a lost answer from doing things twice', async () => {
    const name = `Lost ${Math.random()}`
    account.faults.set({ vendor: 'stripe', lose: 'answer', count: 1 })
    await account.client(SECRET_KEY, { maxNetworkRetries: 2 }).customers.create({ name })
    const customers = await account.stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
    expect(customers.filter((customer) => customer.name === name)).toHaveLength(1)
  })

  test('of many simultaneous requests make one object', async () => {
    const idempotencyKey = key()
    const client = account.client(SECRET_KEY, { maxNetworkRetries: 5 })
    const made = await Promise.all(
      Array.from({ length: 10 }, () => client.customers.create({ name: 'Crowd' }, { idempotencyKey })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })
})

test('a fault answers as Stripe would, and is over when it is', async () => {
  account.faults.set({ vendor: 'stripe', status: 503, count: 1 })
  const impatient = account.client(SECRET_KEY, { maxNetworkRetries: 0 })
  expect(await refusal(impatient.customers.list())).toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
  account.faults.set({ vendor: 'stripe', status: 429, count: 1 })
  expect(await refusal(impatient.customers.list())).toMatchObject({ type: 'StripeRateLimitError' })
  expect((await impatient.customers.list()).object).toBe('list')
})

test('state survives a restart in the same folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-'))
  const file = join(folder, 'account.sqlite')
  try {
    const first = await startAccount({ file })
    const made = await first.stripe.customers.create({ name: 'Kept' }, { idempotencyKey: 'kept' })
    await first.close()
    const second = await startAccount({ file })
    expect(await second.stripe.customers.retrieve(made.id)).toMatchObject({ name: 'Kept' })
    expect((await second.stripe.customers.create({ name: 'Kept' }, { idempotencyKey: 'kept' })).id).toBe(
      made.id,
    )
    await second.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a fault leaves a field out of answers and of lists, and the next answer has it again', async () => {
  const { id } = await account.stripe.customers.create({ name: 'Ada' })
  account.faults.set({ vendor: 'stripe', blank: 'name', count: 2 })
  expect(await account.stripe.customers.retrieve(id)).toMatchObject({ id, name: null })
  const { data, url } = await account.stripe.customers.list()
  expect(data.map(({ name }) => name)).toEqual(data.map(() => null))
  expect(url).toBe('/v1/customers')
  expect(await account.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' })
})
