import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sendForm } from '../../testing/consolePages.ts'
import { startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
let stripe: Stripe
beforeAll(async () => {
  cloud = await startTestCloud()
  const { hostname, port } = new URL(cloud.env.STRIPE_API_ORIGIN)
  stripe = new Stripe(cloud.env.STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
})
afterAll(() => cloud.dispose())

const pathOf = ({ id }: { id: string }) => `/billing/objects/${id}`

async function subscribe() {
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 10_000,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  })
  const customer = await stripe.customers.create({
    email: 'ada@example.com',
    name: '<script>alert(1)</script>',
  })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  })
  const charge = (await stripe.charges.list({ customer: customer.id })).data[0]
  if (!charge) throw new Error('Nothing was charged')
  return { price, customer, subscription, charge }
}

/** Does an action by its form, and answers what the page says then. */
async function act(
  object: { id: string },
  action: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { status, headers, body } = await sendForm(cloud, `${pathOf(object)}/${action}`, fields)
  return status === 303 ? (await openPage(cloud, String(headers.location))).body : body
}

test('objects are listed by kind, searched, and lead to each other', async () => {
  const { price, customer, subscription } = await subscribe()
  const list = await openPage(cloud, '/billing/objects?kind=subscription')
  expect(list.body).toContain(`href="${pathOf(subscription)}"`)
  expect(list.body).not.toContain(`href="${pathOf(customer)}"`)
  expect((await openPage(cloud, '/billing/objects?q=ADA@')).body).toContain(pathOf(customer))
  const page = (await openPage(cloud, pathOf(subscription))).body
  for (const other of [price, customer]) expect(page).toContain(`<a href="${pathOf(other)}">`)
  expect(page).toContain('customer.subscription.created')
  const owner = (await openPage(cloud, pathOf(customer))).body
  expect(owner).toContain('&lt;script&gt;alert(1)')
  expect(owner).not.toContain('<script')
  expect((await openPage(cloud, '/billing/objects/none')).status).toBe(404)
})

test('a payment is given back in part, then all that is left', async () => {
  const { charge } = await subscribe()
  expect(await act(charge, 'refund', { amount: '12.50' })).toContain('The refund is made.')
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 1250, refunded: false })
  expect(await act(charge, 'refund', { amount: '1.2.3' })).toContain('is no amount in usd')
  expect(await act(charge, 'refund', { amount: '1000' })).toContain('greater than unrefunded amount')
  expect(await act(charge, 'refund', { amount: '' })).toContain('The refund is made.')
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: true })
  expect(await act(charge, 'refund')).toContain('cannot be done with it as it is now')
})

test('a subscription is cancelled, kept, paused, resumed and ended', async () => {
  const { subscription } = await subscribe()
  const read = () => stripe.subscriptions.retrieve(subscription.id)
  await act(subscription, 'cancel-later')
  expect(await read()).toMatchObject({ cancel_at_period_end: true })
  await act(subscription, 'keep')
  expect(await read()).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  await act(subscription, 'pause-collection', { behavior: 'keep_as_draft' })
  expect(await read()).toMatchObject({ pause_collection: { behavior: 'keep_as_draft' } })
  await act(subscription, 'resume-collection')
  expect(await read()).toMatchObject({ pause_collection: null })
  await act(subscription, 'pause')
  expect(await read()).toMatchObject({ status: 'paused' })
  await act(subscription, 'resume')
  expect(await read()).toMatchObject({ status: 'active' })
  expect(await act(subscription, 'cancel')).toContain('The subscription has ended.')
  expect(await read()).toMatchObject({ status: 'canceled' })
  const { data } = await stripe.events.list({ type: 'customer.subscription.deleted' })
  expect(data[0]?.request?.id).toMatch(/^req_/)
  expect(await act(subscription, 'pause')).toContain('cannot be done with it as it is now')
})

test('Checkout offers test cards with a script of its own', async () => {
  const { price, customer } = await subscribe()
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://localhost/',
  })
  const answer = await fetch(String(session.url))
  expect(await answer.text()).toContain('Test cards of the local Stripe')
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'/)
  expect(await act(session, 'expire')).toContain('The session has expired.')
})
