import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, refusal, startAccount } from '../../testing/stripeAccount.ts'

let account: Account
beforeAll(async () => {
  account = await startAccount()
})
afterAll(() => account.close())

describe('products', () => {
  test('can be given an id, once', async () => {
    const { stripe } = account
    const made = await stripe.products.create({ id: 'studio-plan', name: 'Plan' })
    expect(made).toMatchObject({ id: 'studio-plan', active: true, object: 'product', livemode: false })
    expect(await refusal(stripe.products.create({ id: 'studio-plan', name: 'Again' }))).toMatchObject({
      code: 'resource_already_exists',
    })
    const renamed = await stripe.products.update(made.id, { name: 'Renamed', description: 'Text' })
    expect(renamed).toMatchObject({ name: 'Renamed', description: 'Text' })
    expect((await stripe.products.update(made.id, { description: '' })).description).toBeNull()
  })

  test('with prices cannot be deleted', async () => {
    const { stripe } = account
    const product = await stripe.products.create({ name: 'Sold' })
    await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1 })
    expect((await refusal(stripe.products.del(product.id))).statusCode).toBe(400)
    const unsold = await stripe.products.create({ name: 'Unsold' })
    expect(await stripe.products.del(unsold.id)).toEqual({ id: unsold.id, object: 'product', deleted: true })
    expect((await refusal(stripe.products.retrieve(unsold.id))).statusCode).toBe(404)
  })
})

describe('prices', () => {
  test('are immutable, and hand on their lookup key', async () => {
    const { stripe } = account
    const terms = { currency: 'usd', recurring: { interval: 'month' }, lookup_key: 'membership' } as const
    const product = await stripe.products.create({ name: 'Plan' })
    const first = await stripe.prices.create({ ...terms, product: product.id, unit_amount: 149_700 })
    expect(first).toMatchObject({ type: 'recurring', unit_amount: 149_700, recurring: { interval_count: 1 } })
    expect(String(first.unit_amount_decimal)).toBe('149700')
    expect(await refusal(stripe.prices.update(first.id, Object.assign({ unit_amount: 1 })))).toMatchObject({
      code: 'parameter_unknown',
    })
    const second = { ...terms, product: product.id, unit_amount: 159_700 }
    expect((await refusal(stripe.prices.create(second))).param).toBe('lookup_key')
    const moved = await stripe.prices.create({ ...second, transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['membership'], active: true })
    expect(found.data.map(({ id }) => id)).toEqual([moved.id])
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  })
})

describe('coupons', () => {
  test('have a deterministic id when asked for', async () => {
    const { stripe } = account
    const terms = {
      amount_off: 50_000,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    } as const
    const made = await stripe.coupons.create({ ...terms, id: 'intro-usd-50000-2m' })
    expect(made).toMatchObject({ ...terms, id: 'intro-usd-50000-2m', valid: true, times_redeemed: 0 })
    expect((await refusal(stripe.coupons.create({ ...terms, id: made.id }))).code).toBe(
      'resource_already_exists',
    )
    expect(await stripe.coupons.retrieve(made.id)).toMatchObject(terms)
  })

  test.each([
    [{}, 'percent_off'],
    [{ amount_off: 1, percent_off: 1, currency: 'usd' }, 'percent_off'],
    [{ amount_off: 1 }, 'currency'],
    [{ percent_off: 101 }, 'percent_off'],
    [{ percent_off: 10, duration: 'repeating' }, 'duration_in_months'],
    [{ percent_off: 10, duration: 'once', duration_in_months: 2 }, 'duration_in_months'],
  ] as const)('%j is refused', async (params, param) => {
    expect((await refusal(account.stripe.coupons.create(params))).param).toBe(param)
  })
})

describe('customers', () => {
  test('are found by their address as it was written, changed and deleted', async () => {
    const { stripe } = account
    const made = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' })
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data[0]?.id).toBe(made.id)
    expect((await stripe.customers.update(made.id, { name: '' })).name).toBeNull()
    expect(await stripe.customers.del(made.id)).toEqual({ id: made.id, object: 'customer', deleted: true })
    expect(await stripe.customers.retrieve(made.id)).toEqual({
      id: made.id,
      object: 'customer',
      deleted: true,
    })
    expect((await refusal(stripe.customers.update(made.id, { name: 'Eve' }))).statusCode).toBe(404)
    expect((await stripe.customers.list({ email: 'ada@example.com' })).data).toEqual([])
  })
})
