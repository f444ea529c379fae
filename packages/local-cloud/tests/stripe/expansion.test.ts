import { afterAll, beforeAll, expect, test } from 'vitest'
import { expanded } from '../../stripe/http/expand.ts'
import type { Kind } from '../../stripe/types.ts'
import { type Account, buy, createOffer, days, startAccount } from '../../testing/stripeAccount.ts'
import { type SdkType, sdkObject, typeNamed } from './sdkTypes.ts'

let account: Account
beforeAll(async () => {
  account = await startAccount()
  const { stripe } = account
  const { price, coupon } = await createOffer(stripe)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    discounts: [{ coupon }],
    success_url: 'http://localhost:3999/success',
  })
  await buy(session)
  account.billing.advance(days(31) + 7200)
  const [charge] = (await stripe.charges.list()).data
  await stripe.refunds.create({ charge: String(charge?.id), amount: 100 })
  const customer = String(charge?.customer)
  const disputed = await stripe.paymentMethods.attach('pm_card_createDispute', { customer })
  const [subscription] = (await stripe.subscriptions.list()).data
  await stripe.subscriptions.update(String(subscription?.id), { default_payment_method: disputed.id })
  account.billing.advance(days(31) + 7200)
  await stripe.setupIntents.create({ customer, payment_method: 'pm_card_visa', confirm: true })
})
afterAll(() => account.close())

const kinds: [Kind, string, string][] = [
  ['charge', 'Charges', 'Charge'],
  ['checkout.session', 'Checkout/Sessions', 'Session'],
  ['customer', 'Customers', 'Customer'],
  ['dispute', 'Disputes', 'Dispute'],
  ['invoice', 'Invoices', 'Invoice'],
  ['invoice_payment', 'InvoicePayments', 'InvoicePayment'],
  ['payment_intent', 'PaymentIntents', 'PaymentIntent'],
  ['payment_method', 'PaymentMethods', 'PaymentMethod'],
  ['price', 'Prices', 'Price'],
  ['refund', 'Refunds', 'Refund'],
  ['setup_intent', 'SetupIntents', 'SetupIntent'],
  ['subscription', 'Subscriptions', 'Subscription'],
]

/** Every id of another object in an object, with its path and the type that the SDK gives it. */
function references(object: object, type: SdkType, prefix = ''): { path: string; written: string }[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    const written = type.fields.get(name)
    if (written === undefined || name === 'id') return []
    if (typeof value === 'string') return account.billing.store.find(value) ? [{ path, written }] : []
    const inner = typeNamed(type.file, written)
    const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
    return inner && isPlain ? references(value, inner, `${path}.`) : []
  })
}

function isTaken(object: object, path: string): boolean {
  try {
    expanded(account.billing.store, object, [path])
    return true
  } catch {
    return false
  }
}

test.each(kinds)('of %s is possible wherever the SDK says so, and nowhere else', (kind, file, name) => {
  const objects = account.billing.store.all(kind)
  expect(objects.length).toBeGreaterThan(0)
  const wrong = new Set<string>()
  for (const object of objects) {
    for (const { path, written } of references(object, sdkObject(file, name))) {
      const isExpandable = /^string \| [A-Z]/.test(written)
      if (isTaken(object, path) !== isExpandable) wrong.add(`${path}: ${written}`)
    }
  }
  expect([...wrong]).toEqual([])
})

test('of what a line of an invoice, or an item of a subscription, only names is not possible', () => {
  const { store } = account.billing
  const [invoice] = store.all('invoice')
  const [subscription] = store.all('subscription')
  if (!invoice || !subscription) throw new Error('Nothing was bought')
  for (const path of ['lines.data.invoice', 'lines.data.pricing.price_details.product'])
    expect(isTaken(invoice, path), path).toBe(false)
  expect(isTaken(invoice, 'lines.data.pricing.price_details.price')).toBe(true)
  expect(isTaken(subscription, 'items.data.subscription')).toBe(false)
  expect(isTaken(subscription, 'items.data.price.product')).toBe(true)
})
