import { expect, type Locator, type Page } from '@playwright/test'
import type Stripe from 'stripe'
import { createStripe } from '@/lib/membership/stripe'
import { createUser } from '../../support/accounts.ts'
import { trackLoading } from '../../support/browsing.ts'
import { control } from '../../support/content.ts'
import { testCloud } from '../../support/environment.ts'
import { seedText } from '../../support/seedContent.ts'
import { storeSession } from '../accounts/support.ts'

/** Returns a message of the checkout from the seed. */
export const checkoutText = (name: string) => seedText(`messages/checkout/${name}`)
/** Returns a message of the status card from the seed. */
export const statusText = (name: string) => seedText(`messages/subscription/${name}`)
/** Returns a message of the success page from the seed. */
export const afterCheckoutText = (name: string) => seedText(`messages/afterCheckout/${name}`)

/** Creates a Stripe client with the account's secret key. */
export function createStripeClient(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_ORIGIN } = testCloud()
  return createStripe(STRIPE_SECRET_KEY, STRIPE_API_ORIGIN)
}

/** Injects a fault into Stripe. packages/local-cloud/docs/console.md describes the options. */
export const setStripeFault = (fault: { status?: number; blank?: string }) =>
  control('faults', { vendor: 'stripe', ...fault })

/** Clears the faults injected into Stripe. */
export const clearStripeFault = () => control('faults', { vendor: 'stripe', clear: true })

/** Advances Stripe's clock. */
export const advanceDays = (days: number) => control('clock', { advanceSeconds: Math.round(days * 86_400) })

/** Finds a toast by its title and text. */
export function findToast(page: Page, title: string, text: string): Locator {
  return page
    .locator('.toast')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(text, { exact: true }) })
}

/** Finds the checkout button of the offer on the services page. */
export const findCheckoutButton = (page: Page) =>
  page.locator('#offer').getByRole('button', { name: 'Secure My Spot Now', exact: true })

/** Opens the offer on the services page, and waits until the page is hydrated and has no pending request. */
export async function openOffer(page: Page): Promise<void> {
  const waitForLoading = trackLoading(page)
  await page.goto('/services#offer')
  await waitForLoading()
}

/** Signs in as a new user, and opens the offer. Returns the user's email. */
export async function openOfferAsNewUser(page: Page): Promise<string> {
  const { email } = await createUser()
  await storeSession(page, email)
  await openOffer(page)
  return email
}

/** Clicks the checkout button, and returns the Checkout tab. */
export const startCheckout = (page: Page): Promise<Page> =>
  openCheckoutTab(page, () => findCheckoutButton(page).click())

/** Runs an action that opens Checkout, and returns the Checkout tab. */
export async function openCheckoutTab(page: Page, action: () => Promise<void>): Promise<Page> {
  const tabOpening = page.waitForEvent('popup')
  await action()
  const tab = await tabOpening
  await tab.waitForURL(/\/c\/pay\//)
  return tab
}

/** Pays on Stripe's Checkout page. */
export async function pay(tab: Page): Promise<void> {
  await tab.getByLabel('Name on card').fill('Ada Lovelace')
  await tab.getByLabel('Card number').fill('4242 4242 4242 4242')
  await tab.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await tab.getByLabel('CVC').fill('123')
  await tab.getByRole('checkbox').check()
  await tab.getByRole('button', { name: 'Subscribe' }).click()
}

/** Buys a membership as a new user. Returns the user's email. */
export async function buyAsNewUser(page: Page): Promise<string> {
  const email = await openOfferAsNewUser(page)
  const tab = await startCheckout(page)
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await tab.close()
  return email
}

/** Expects the success page to have this heading. */
export const expectSuccessHeading = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text, { useInnerText: true })

/** Finds the status card of the home page or the account page. */
export const findStatusCard = (page: Page) => page.locator('.status-card')

/** Returns the id of the Stripe customer that has this email. */
export async function getCustomerId(email: string): Promise<string> {
  const [customer] = (await createStripeClient().customers.list({ email })).data
  expect(customer, `customer of ${email}`).toBeDefined()
  return String(customer?.id)
}

/** Refreshes the status card until it contains a text. */
export async function refreshUntil(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    const button = page.getByRole('button', { name: statusText('refresh'), exact: true })
    await button.click({ timeout: 5000 })
    await expect(findStatusCard(page)).toContainText(text, { timeout: 1000 })
  }).toPass({ timeout: 60_000 })
}
