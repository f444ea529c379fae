import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import Stripe from 'stripe'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { createOffer, createSession } from '../support/stripe.ts'

/** Returns the URL to which Checkout redirects after a purchase: a page of the local cloud. */
export const getReturnUrl = ({ origin }: RunningCloud) => `${origin}/inbox`

/** Creates a client for the cloud's Stripe account. */
export function createStripeClient({ env }: RunningCloud): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_ORIGIN)
  return new Stripe(env.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false })
}

/** Creates a customer and a Checkout session. */
export async function createCheckout(
  cloud: RunningCloud,
  email = `console-${randomUUID()}@example.com`,
): Promise<{ session: Stripe.Checkout.Session; customer: string; email: string }> {
  const stripe = createStripeClient(cloud)
  const offer = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email })
  const session = await createSession(stripe, offer.price, {
    customer,
    discounts: [{ coupon: offer.coupon }],
    success_url: `${getReturnUrl(cloud)}?session={CHECKOUT_SESSION_ID}`,
  })
  return { session, customer, email }
}

/** Buys a subscription in Checkout. Returns the session, customer id and email. */
export async function buySubscription(
  page: Page,
  cloud: RunningCloud,
  email?: string,
): ReturnType<typeof createCheckout> {
  const checkout = await createCheckout(cloud, email)
  await page.goto(String(checkout.session.url))
  await submitCard(page, '4242 4242 4242 4242')
  await page.waitForURL((url) => url.href.startsWith(getReturnUrl(cloud)))
  return checkout
}

/** Creates a portal session. Returns its URL. */
export async function createPortalUrl(cloud: RunningCloud, customer: string): Promise<string> {
  const { id: configuration } = await createStripeClient(cloud).billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    },
  })
  return (await createStripeClient(cloud).billingPortal.sessions.create({ customer, configuration })).url
}

/** Fills in a card, and submits the form with the named button, or with Enter by default. */
export async function submitCard(page: Page, number: string, buttonName?: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await page.getByLabel('CVC').fill('123')
  if (buttonName) await page.getByRole('button', { name: buttonName, exact: true }).click()
  else await page.getByLabel('CVC').press('Enter')
}
