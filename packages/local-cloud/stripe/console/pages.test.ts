import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOffer } from '../../tests/support/stripe.ts'
import { openPage, sendForm, startTestCloud, type TestCloud } from '../../tests/support/testCloud.ts'

let cloud: TestCloud
let stripe: Stripe
beforeAll(async () => {
  cloud = await startTestCloud()
  const { hostname: host, port } = new URL(cloud.env.STRIPE_API_ORIGIN)
  stripe = new Stripe(cloud.env.STRIPE_SECRET_KEY, { host, port, protocol: 'http', telemetry: false })
})
afterAll(() => cloud.dispose())

const pathOf = ({ id }: { id: string }) => `/billing/objects/${id}`

async function subscribe() {
  const { price } = await createOffer(stripe)
  const name = '<script>alert(1)</script>'
  const customer = await stripe.customers.create({ email: 'ada@example.com', name })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    default_payment_method: method.id,
  })
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  if (!charge) throw new Error('Nothing was charged')
  return { price, customer, subscription, charge }
}

/** Performs an action by its form. Returns the page after it. */
async function act(
  object: { id: string },
  action: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { status, headers, body } = await sendForm(cloud, `${pathOf(object)}/${action}`, fields)
  return status === 303 ? (await openPage(cloud, String(headers.location))).body : body
}

test('lists objects by kind, and links those that refer to each other', async () => {
  const { price, customer, subscription } = await subscribe()
  const list = await openPage(cloud, '/billing/objects?kind=subscription')
  expect(list.body).toContain(`href="${pathOf(subscription)}"`)
  expect(list.body).not.toContain(`href="${pathOf(customer)}"`)
  const page = (await openPage(cloud, pathOf(subscription))).body
  for (const id of [price, customer.id]) expect(page).toContain(`<a href="/billing/objects/${id}">`)
  expect(page).toContain('customer.subscription.created')
  const owner = (await openPage(cloud, pathOf(customer))).body
  expect(owner).toContain('&lt;script&gt;alert(1)')
  expect(owner).not.toContain('<script')
  expect((await openPage(cloud, '/billing/objects/none')).status).toBe(404)
})

test('refunds a payment in part, then the rest', async () => {
  const { charge } = await subscribe()
  const read = () => stripe.charges.retrieve(charge.id)
  expect(await act(charge, 'refund', { amount: '12.50' })).toContain('Done.')
  expect(await read()).toMatchObject({ amount_refunded: 1250, refunded: false })
  expect(await act(charge, 'refund', { amount: '1.2.3' })).toContain('is not an amount')
  expect(await act(charge, 'refund', { amount: '10000' })).toContain('greater than unrefunded amount')
  expect(await act(charge, 'refund', { amount: '' })).toContain('Done.')
  expect(await read()).toMatchObject({ refunded: true })
  expect(await act(charge, 'refund')).toContain('not in a state for this action')
})

test('cancels a subscription later, and now', async () => {
  const { subscription } = await subscribe()
  const read = () => stripe.subscriptions.retrieve(subscription.id)
  await act(subscription, 'cancel-later')
  expect(await read()).toMatchObject({ cancel_at_period_end: true })
  expect(await act(subscription, 'cancel')).toContain('Done.')
  expect(await read()).toMatchObject({ status: 'canceled' })
  const { data } = await stripe.events.list({ type: 'customer.subscription.deleted' })
  expect(data[0]?.request?.id).toMatch(/^req_/)
})

test('Checkout offers test cards with a script of its own', async () => {
  const { price, customer } = await subscribe()
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: 'http://localhost/',
  })
  const response = await fetch(String(session.url))
  expect(await response.text()).toContain('Test cards of the local Stripe')
  expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'/)
})
