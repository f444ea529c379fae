import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import Stripe from 'stripe'
import type { RunningCloud } from '../../testing/cloudProcess.ts'

/** The return URL of purchases: a page of the local cloud. */
export const returnUrl = ({ origin }: RunningCloud) => `${origin}/inbox`

/** A client of the cloud's Stripe account. */
export function stripe({ env }: RunningCloud): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_ORIGIN)
  return new Stripe(env.STRIPE_SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false })
}

/** Creates a price of 1,497 dollars a month, and a coupon of 500 dollars for two months. */
async function createOffer(cloud: RunningCloud): Promise<{ price: string; coupon: string }> {
  const price = await stripe(cloud).prices.create({
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  })
  const coupon = await stripe(cloud).coupons.create({
    amount_off: 50_000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 2,
  })
  return { price: price.id, coupon: coupon.id }
}

/** Creates a customer and opens a checkout. */
export async function openCheckout(
  cloud: RunningCloud,
  email = `console-${randomUUID()}@example.com`,
): Promise<{ session: Stripe.Checkout.Session; customer: string; email: string }> {
  const offer = await createOffer(cloud)
  const { id: customer } = await stripe(cloud).customers.create({ email })
  const session = await stripe(cloud).checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: offer.price, quantity: 1 }],
    discounts: [{ coupon: offer.coupon }],
    success_url: `${returnUrl(cloud)}?session={CHECKOUT_SESSION_ID}`,
  })
  return { session, customer, email }
}

/** Creates a portal session. Returns its URL. */
export async function enterPortal(cloud: RunningCloud, customer: string): Promise<string> {
  const { id: configuration } = await stripe(cloud).billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    },
  })
  return (await stripe(cloud).billingPortal.sessions.create({ customer, configuration })).url
}

/** Fills in a card and submits the form, with a button or with Enter. */
export async function payWith(page: Page, number: string, button?: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await page.getByLabel('CVC').fill('123')
  if (button) await page.getByRole('button', { name: button, exact: true }).click()
  else await page.getByLabel('CVC').press('Enter')
}
