import { afterAll, afterEach, expect, test } from 'vitest'
import { SECRET_KEY, startStripeAccount } from '../../testing/stripeAccount.ts'
import { catchStripeError, createOffer, setDefaultCard } from '../support/stripe.ts'

const account = await startStripeAccount()
const { stripe } = account
afterEach(() => account.faults.clear())
afterAll(() => account.close())

const createKey = () => `key-${Math.random()}`

test('replays the first response for an idempotency key', async () => {
  const idempotencyKey = createKey()
  const create = () => stripe.customers.create({ name: 'Once' }, { idempotencyKey })
  const original = await create()
  const replayed = await create()
  expect(replayed).toEqual(original)
  expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(original.lastResponse.headers['idempotent-replayed']).toBeUndefined()
})

test('rejects an idempotency key reused with different parameters or for a different endpoint', async () => {
  const idempotencyKey = createKey()
  await stripe.customers.create({ name: 'Once' }, { idempotencyKey })
  const withOtherParameters = stripe.customers.create({ name: 'Twice' }, { idempotencyKey })
  expect(await catchStripeError(withOtherParameters)).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  const toOtherEndpoint = stripe.products.create({ name: 'x' }, { idempotencyKey })
  expect((await catchStripeError(toOtherEndpoint)).message).toContain("'/v1/products' vs '/v1/customers'")
})

test('returns 409 while an idempotency key is in use, and creates one object', async () => {
  const idempotencyKey = createKey()
  account.faults.set({ vendor: 'stripe', delayMs: 300, count: 1 })
  const create = (maxNetworkRetries: number) =>
    account
      .createClient(SECRET_KEY, { maxNetworkRetries })
      .customers.create({ name: 'Slow' }, { idempotencyKey })
  const slowRequest = create(0)
  await expect.poll(() => account.faults.list()).toEqual([])
  const [refused, ...retried] = await Promise.all([
    catchStripeError(create(0)),
    ...[1, 2, 3].map(() => create(5)),
  ])
  expect(refused).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(new Set([await slowRequest, ...retried].map(({ id }) => id)).size).toBe(1)
})

test('creates one object when the SDK retries a request whose response was lost', async () => {
  const name = `Lost ${Math.random()}`
  account.faults.set({ vendor: 'stripe', lose: 'response', count: 1 })
  await account.createClient(SECRET_KEY, { maxNetworkRetries: 2 }).customers.create({ name })
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(customers.filter((customer) => customer.name === name)).toHaveLength(1)
})

test('replays the error of a declined payment, even after the customer gets a valid card', async () => {
  const { price } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({})
  const idempotencyKey = createKey()
  await setDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail')
  const { latest_invoice } = await stripe.subscriptions.create({ customer, items: [{ price }] })
  const pay = () => stripe.invoices.pay(String(latest_invoice), {}, { idempotencyKey })
  const original = await catchStripeError(pay())
  expect(original).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(original.headers).not.toHaveProperty('idempotent-replayed')
  await setDefaultCard(stripe, customer, 'pm_card_visa')
  const replayed = await catchStripeError(pay())
  expect(replayed).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(replayed.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': original.requestId,
  })
})
