import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { findFreePort } from '../../testing/ports.ts'
import { buyerFields, submitForm } from '../../testing/stripeAccount.ts'

/** A server that receives the events of a webhook endpoint. */
export type Receiver = {
  url: string
  /** The events from requests with a 2xx response, verified with the endpoint's secret. */
  events: Stripe.Event[]
  /** All requests, including those with an error response. */
  requests: { body: string; signature: string }[]
  /** The statuses of the next responses. All later responses have the status 200. */
  statuses: number[]
  secret: string
  close(): Promise<void>
}

/** Starts a receiver. The caller must set its `secret` to the endpoint's secret. */
export async function startReceiver(stripe: Stripe): Promise<Receiver> {
  const port = await findFreePort()
  const receiver: Receiver = {
    url: `http://localhost:${port}/hook`,
    events: [],
    requests: [],
    statuses: [],
    secret: '',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const signature = String(request.headers['stripe-signature'])
    receiver.requests.push({ body, signature })
    const status = receiver.statuses.shift() ?? 200
    if (status < 300) receiver.events.push(stripe.webhooks.constructEvent(body, signature, receiver.secret))
    response.writeHead(status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve))
  return receiver
}

/** Returns the Stripe error that a promise rejects with. Throws if it resolves or rejects with a different error. */
export async function catchStripeError(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('Expected a Stripe error')
}

/** Creates a product with a price of $1,497 a month, and a coupon for $500 off for two months. */
export async function createOffer(stripe: Stripe) {
  const product = await stripe.products.create({ name: 'Plan' })
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
  })
  const coupon = await stripe.coupons.create({
    amount_off: 50_000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 2,
  })
  return { product: product.id, price: price.id, coupon: coupon.id }
}

/** Attaches a test card to a customer as the default payment method. */
export async function setDefaultCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

/** Subscribes a new customer to a new offer. */
export async function subscribeNewCustomer(stripe: Stripe, email = 'ada@example.com') {
  const { price } = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email })
  const { id: default_payment_method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const items = [{ price }]
  const subscription = await stripe.subscriptions.create({ customer, items, default_payment_method })
  return { customer, subscription }
}

/** Creates a Checkout session for a price. */
export function createSession(
  stripe: Stripe,
  price: string,
  params: Partial<Stripe.Checkout.SessionCreateParams>,
) {
  const success_url = 'http://localhost:3999/success?session_id={CHECKOUT_SESSION_ID}'
  const line_items = [{ price, quantity: 1 }]
  return stripe.checkout.sessions.create({ mode: 'subscription', line_items, success_url, ...params })
}

/** Submits a Checkout session's form, by default with a valid card. Resolves to the redirect URL. */
export async function buy(
  session: Stripe.Checkout.Session,
  fields: Partial<typeof buyerFields> = {},
): Promise<string> {
  const response = await submitForm(String(session.url), { ...buyerFields, ...fields })
  if (response.status !== 303)
    throw new Error(`The payment failed: ${response.status} ${await response.text()}`)
  return String(response.headers.get('location'))
}
