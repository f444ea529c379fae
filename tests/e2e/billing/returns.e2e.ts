import { expect, type Page, test } from '@playwright/test'
import { createEmail, resetAccountSettings } from '../../support/accounts.ts'
import { control } from '../../support/content.ts'
import { findOfferDialog } from '../../support/offerDialog.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  afterCheckoutText,
  checkoutText,
  clearStripeFault,
  createStripeClient,
  expectSuccessHeading,
  findCheckoutButton,
  findStatusCard,
  getCustomerId,
  openCheckoutTab,
  openOffer,
  openOfferAsNewUser,
  pay,
  refreshUntil,
  startCheckout,
  statusText,
} from './support.ts'

/** Expects the success page to have a heading that suits an unpaid checkout, and neither benefits nor next steps. */
async function expectNoWelcome(page: Page): Promise<void> {
  await expectSuccessHeading(page, afterCheckoutText('heading'))
  for (const name of ['benefitsHeading', 'nextHeading'])
    await expect(page.getByText(seedText(`successPage/${name}`), { exact: true })).toBeHidden()
}

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => clearStripeFault())

test('leaving Checkout as a guest shows that nothing was charged, and keeps the email', async ({ page }) => {
  const email = createEmail()
  const findNote = (tab: Page) => tab.getByText(checkoutText('canceledNote'), { exact: true })
  await openOffer(page)
  await expect(findNote(page)).toBeHidden()
  await findCheckoutButton(page).click()
  await findOfferDialog(page).emailField.fill(email)
  const tab = await openCheckoutTab(page, () => page.keyboard.press('Enter'))
  await tab.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(findNote(tab)).toBeInViewport()
  await expect(findNote(tab)).toBeFocused()
  await expect(tab).toHaveURL('/services#checkout-canceled')
  await findCheckoutButton(tab).click()
  await expect(findOfferDialog(tab).emailField).toHaveValue(email)
})

test('an older Checkout tab redirects a new member to the account page', async ({ page }) => {
  const email = await openOfferAsNewUser(page)
  const tab = await startCheckout(page)
  // In the meantime, the studio creates the membership in Stripe's dashboard.
  const { checkout, paymentMethods, subscriptions } = createStripeClient()
  const { metadata } = await checkout.sessions.retrieve(String(/cs_\w+/.exec(tab.url())))
  const customer = await getCustomerId(email)
  const { id: card } = await paymentMethods.attach('pm_card_visa', { customer })
  const items = [{ price: String(metadata?.price) }]
  await subscriptions.create({ customer, items, default_payment_method: card })
  await control('billing', { memberUrl: new URL('/account', page.url()).href })
  await tab.reload()
  await expect(tab).toHaveURL('/account')
  await refreshUntil(tab, statusText('statusActive'))
})

test('without webhooks, the success page confirms a payment, and the tab with the offer shows a member’s links', async ({
  page,
}) => {
  await control('webhooks', { vendor: 'stripe', drop: 20 })
  try {
    await openOfferAsNewUser(page)
    const tab = await startCheckout(page)
    await pay(tab)
    await tab.waitForURL(/\/success/)
    await expect(tab.getByText(afterCheckoutText('confirmed'))).toBeVisible({ timeout: 20_000 })
    const bookLink = page.locator('#offer').getByRole('link', { name: statusText('bookLink'), exact: true })
    await expect(bookLink).toBeVisible()
  } finally {
    await control('webhooks', { vendor: 'stripe', drop: 0 })
  }
})

test('the success page does not welcome visitors with an unpaid checkout', {
  tag: '@nightly',
}, async ({ page }) => {
  await openOfferAsNewUser(page)
  const tab = await startCheckout(page)
  const sessionId = /cs_\w+/.exec(tab.url())?.[0]
  await page.goto(`/success?session_id=${sessionId}`)
  await expect(page).toHaveURL('/success')
  await expect(page.getByText(afterCheckoutText('open'))).toBeVisible({ timeout: 20_000 })
  await expectNoWelcome(page)
})

test('a Klarna payment is shown as processing, and as not confirmed once Klarna declines it', {
  tag: '@nightly',
}, async ({ page }) => {
  const email = await openOfferAsNewUser(page)
  const tab = await startCheckout(page)
  const settle = /cs_\w+/.exec(tab.url())?.[0]
  await tab.getByRole('radio', { name: 'Klarna' }).check()
  await tab.getByLabel('Name on card').fill('Ada Lovelace')
  await tab.getByRole('checkbox').check()
  await tab.getByRole('button', { name: 'Subscribe' }).click()
  await tab.getByRole('button', { name: 'Decide later' }).click()
  await tab.waitForURL(/\/success/)
  const statusMessage = tab.getByRole('status', { name: afterCheckoutText('heading') })
  await expect(statusMessage).toContainText(afterCheckoutText('processing'), { timeout: 20_000 })
  await expect(statusMessage).toContainText(email)
  await expect(statusMessage).toContainText('Processing$997')
  await expectNoWelcome(tab)
  await page.goto('/')
  await refreshUntil(page, statusText('pending'))
  await expect(findStatusCard(page)).not.toContainText(statusText('none'))

  await control('billing', { settle, succeeds: false })
  await tab.reload()
  await expect(statusMessage).toContainText(statusText('notPaid'), { timeout: 20_000 })
  await expect(statusMessage.getByRole('link')).toHaveAttribute('href', '/services#offer')
  await expectNoWelcome(tab)
  await refreshUntil(page, statusText('notPaid'))
})

test('/api/portal-login redirects to the login page of Stripe’s portal', async ({ request }) => {
  const response = await request.get('/api/portal-login', { maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(response.headers().location).toContain('/p/login/')
})
