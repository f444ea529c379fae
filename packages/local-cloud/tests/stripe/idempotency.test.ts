import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, createOffer, days, refusal, startAccount } from '../../testing/stripeAccount.ts'

let account: Account
/** The machine's clock is so much ahead. Milliseconds. */
let ahead = 0
beforeAll(async () => {
  account = await startAccount({ machine: () => Date.now() + ahead })
})
afterAll(() => account.close())

const key = () => `key-${Math.random()}`

test('a payment that was declined is answered alike under its key, whatever could pay meanwhile', async () => {
  const { stripe } = account
  const { price } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({})
  const payWith = async (card: string) => {
    const method = await stripe.paymentMethods.attach(card, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  }
  const idempotencyKey = key()
  const subscribe = () =>
    stripe.subscriptions.create(
      { customer, items: [{ price }], payment_behavior: 'error_if_incomplete' },
      { idempotencyKey },
    )
  await payWith('pm_card_chargeCustomerFail')
  const first = await refusal(subscribe())
  expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  await payWith('pm_card_visa')
  const again = await refusal(subscribe())
  expect(again).toMatchObject({ statusCode: 402, code: 'card_declined' })
  expect(again.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.requestId,
  })
})

test('what was missing is missing under the same key for a day', async () => {
  const { stripe } = account
  const idempotencyKey = key()
  const product = `prod_${Math.random()}`
  const create = () =>
    stripe.prices.create({ currency: 'usd', unit_amount: 500, product }, { idempotencyKey })
  expect(await refusal(create())).toMatchObject({ code: 'resource_missing', param: 'product' })
  await stripe.products.create({ id: product, name: 'Late' })
  expect((await refusal(create())).headers).toMatchObject({ 'idempotent-replayed': 'true' })
  const other = stripe.prices.create({ currency: 'usd', unit_amount: 501, product }, { idempotencyKey })
  expect(await refusal(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  ahead += days(1) * 1000 + 1
  expect(await create()).toMatchObject({ unit_amount: 500, product })
})

test('an error of the server is kept like any other answer', async () => {
  const impatient = account.client(undefined, { maxNetworkRetries: 0 })
  const idempotencyKey = key()
  const create = () => impatient.customers.create({ name: 'Unlucky' }, { idempotencyKey })
  vi.spyOn(account.billing.store, 'put').mockImplementationOnce(() => {
    throw new Error('The disk is full')
  })
  expect((await refusal(create())).statusCode).toBe(500)
  const again = await refusal(create())
  expect(again.statusCode).toBe(500)
  expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' })
})

test('what the local cloud does not support uses up no key', async () => {
  const { stripe } = account
  const { price } = await createOffer(stripe)
  const oneTime = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    product_data: { name: 'Once' },
  })
  const idempotencyKey = key()
  const open = (items: string[]) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: items.map((id) => ({ price: id, quantity: 1 })),
        success_url: 'http://localhost:3999/success',
      },
      { idempotencyKey },
    )
  expect((await refusal(open([price, oneTime.id]))).statusCode).toBe(501)
  expect((await open([price])).status).toBe('open')
})
