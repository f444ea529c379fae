import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Page } from '@playwright/test'
import Stripe from 'stripe'
import { testEnvironment } from '../../support/environment.ts'

/** Where purchases of these tests lead: a page of the local cloud, since the site knows nothing of them. */
export const returnUrl = `${testEnvironment().cloudOrigin}/inbox`

/** A client of the stack's Stripe account. */
export function stripe(): Stripe {
  const env = parseEnv(readFileSync(join(process.env.TEST_DATA_DIR ?? '.test/cloud', 'cloud.env'), 'utf8'))
  const { hostname, port } = new URL(String(env.STRIPE_API_ORIGIN))
  return new Stripe(String(env.STRIPE_SECRET_KEY), {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
}

/** A price of 1,497 dollars a month with 500 off for two months. */
export async function createOffer(): Promise<{ price: string; coupon: string }> {
  const price = await stripe().prices.create({
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
    product_data: { name: 'Membership' },
  })
  const coupon = await stripe().coupons.create({
    amount_off: 50_000,
    currency: 'usd',
    duration: 'repeating',
    duration_in_months: 2,
  })
  return { price: price.id, coupon: coupon.id }
}

/** Opens a checkout for a customer of its own, whose address nobody else has: the site refunds who buys twice. */
export async function openCheckout(offer: {
  price: string
  coupon: string
}): Promise<{ session: Stripe.Checkout.Session; customer: string; email: string }> {
  const email = `console-${randomUUID()}@example.com`
  const { id: customer } = await stripe().customers.create({ email })
  const session = await stripe().checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: offer.price, quantity: 1 }],
    discounts: [{ coupon: offer.coupon }],
    success_url: `${returnUrl}?session={CHECKOUT_SESSION_ID}`,
  })
  return { session, customer, email }
}

/** The address of a customer's portal. */
export async function enterPortal(customer: string): Promise<string> {
  const { id: configuration } = await stripe().billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true },
    },
  })
  return (await stripe().billingPortal.sessions.create({ customer, configuration })).url
}

/** Fills in a card and sends the form, with a button or else with Enter. */
export async function payWith(page: Page, number: string, button?: string): Promise<void> {
  await page.getByLabel('Name on card').fill('Ada Lovelace')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await page.getByLabel('CVC').fill('123')
  if (button) await page.getByRole('button', { name: button, exact: true }).click()
  else await page.getByLabel('CVC').press('Enter')
}
