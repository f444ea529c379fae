import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  daysToSeconds,
  SECRET_KEY,
  type StripeAccount,
  startStripeAccount,
} from '../../testing/stripeAccount.ts'
import { createOffer, refusal } from '../support/stripe.ts'

let account: StripeAccount
/** How far the machine's clock is ahead. Milliseconds. */
let ahead = 0
beforeAll(async () => {
  account = await startStripeAccount({ machine: () => Date.now() + ahead })
})
afterEach(() => account.faults.clear())
afterAll(() => account.close())

const createKey = () => `key-${Math.random()}`

test('replays the first response of a key', async () => {
  const idempotencyKey = createKey()
  const create = () => account.stripe.customers.create({ name: 'Once' }, { idempotencyKey })
  const first = await create()
  const again = await create()
  expect(again).toEqual(first)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
})

test('rejects other parameters and other endpoints with the same key', async () => {
  const idempotencyKey = createKey()
  await account.stripe.customers.create({ name: 'Once' }, { idempotencyKey })
  const other = account.stripe.customers.create({ name: 'Twice' }, { idempotencyKey })
  expect(await refusal(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  const elsewhere = account.stripe.products.create({ name: 'x' }, { idempotencyKey })
  expect((await refusal(elsewhere)).message).toContain("'/v1/products' vs '/v1/customers'")
})

test('leaves a key unused after invalid parameters and after a 501', async () => {
  const idempotencyKey = createKey()
  const create = (params: { email?: string; phone?: string }) =>
    account.stripe.customers.create(params, { idempotencyKey })
  expect((await refusal(create({ email: 'wrong' }))).statusCode).toBe(400)
  expect((await refusal(create({ phone: '1' }))).statusCode).toBe(501)
  expect((await create({ email: 'right@example.com' })).email).toBe('right@example.com')
})

test('responds 409 while a key is in use, and creates one object', async () => {
  const idempotencyKey = createKey()
  account.faults.set({ vendor: 'stripe', delayMs: 300, count: 1 })
  const create = (maxNetworkRetries: number) =>
    account
      .createClient(SECRET_KEY, { maxNetworkRetries })
      .customers.create({ name: 'Slow' }, { idempotencyKey })
  const slow = create(0)
  await expect.poll(() => account.faults.list()).toEqual([])
  const [refused, ...retried] = await Promise.all([refusal(create(0)), ...[1, 2, 3].map(() => create(5))])
  expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(new Set([await slow, ...retried].map(({ id }) => id)).size).toBe(1)
})

test('creates one object when a lost response is retried', async () => {
  const name = `Lost ${Math.random()}`
  account.faults.set({ vendor: 'stripe', lose: 'answer', count: 1 })
  await account.createClient(SECRET_KEY, { maxNetworkRetries: 2 }).customers.create({ name })
  const customers = await account.stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(customers.filter((customer) => customer.name === name)).toHaveLength(1)
})

test('replays a declined payment, although another card could pay', async () => {
  const { stripe } = account
  const { price } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({})
  const payWith = async (card: string) => {
    const method = await stripe.paymentMethods.attach(card, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  }
  const idempotencyKey = createKey()
  await payWith('pm_card_chargeCustomerFail')
  const { latest_invoice } = await stripe.subscriptions.create({ customer, items: [{ price }] })
  const pay = () => stripe.invoices.pay(String(latest_invoice), {}, { idempotencyKey })
  const first = await refusal(pay())
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  await payWith('pm_card_visa')
  const again = await refusal(pay())
  expect(again).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', 'original-request': first.requestId })
})

test('replays an error for a day', async () => {
  const { stripe } = account
  const idempotencyKey = createKey()
  const product = `prod_${Math.random()}`
  const terms = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' }, product } as const
  const create = () => stripe.prices.create(terms, { idempotencyKey })
  expect(await refusal(create())).toMatchObject({ code: 'resource_missing', param: 'product' })
  await stripe.products.create({ id: product, name: 'Late' })
  expect((await refusal(create())).headers).toMatchObject({ 'idempotent-replayed': 'true' })
  ahead += daysToSeconds(1) * 1000 + 1
  expect(await create()).toMatchObject({ unit_amount: 500, product })
})

test('replays an internal error', async () => {
  const impatient = account.createClient(undefined, { maxNetworkRetries: 0 })
  const idempotencyKey = createKey()
  const create = () => impatient.customers.create({ name: 'Unlucky' }, { idempotencyKey })
  vi.spyOn(account.billing.store, 'put').mockImplementationOnce(() => {
    throw new Error('The disk is full')
  })
  expect((await refusal(create())).statusCode).toBe(500)
  const again = await refusal(create())
  expect(again.statusCode).toBe(500)
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
})
