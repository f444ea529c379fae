import { expect, test } from '@playwright/test'
import {
  createEmail,
  createUser,
  resetAccountSettings,
  siteMailKind,
  waitForEmail,
} from '../../support/accounts.ts'
import { control } from '../../support/content.ts'
import { seedText } from '../../support/seedContent.ts'
import { followLink, signIn, submitSignIn } from '../accounts/support.ts'
import {
  checkoutText,
  clearPostgresFault,
  clearStripeFault,
  createStripeClient,
  expectSuccessHeading,
  findCheckoutButton,
  findGuestDialog,
  findStatusCard,
  findToast,
  getCustomerId,
  openCheckoutTab,
  openOffer,
  pay,
  refreshUntil,
  setPostgresFault,
  startCheckout,
} from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(async () => {
  await clearStripeFault()
  await clearPostgresFault()
})

test('a former member sees the regular price, and accepts it', { tag: '@nightly' }, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const firstTab = await startCheckout(page)
  await pay(firstTab)
  await firstTab.waitForURL(/\/success/)
  await firstTab.close()
  const customer = await getCustomerId(email)
  const [subscription] = (await createStripeClient().subscriptions.list({ customer })).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))
  const [endedText = ''] = checkoutText('subscription', 'ended').split('{date}')
  await expect(async () => {
    await page.goto('/')
    await expect(findStatusCard(page)).toContainText(endedText, { timeout: 2000 })
  }).toPass({ timeout: 20_000 })

  await openOffer(page)
  await findCheckoutButton(page).click()
  const dialog = page.getByRole('dialog', { name: checkoutText('checkout', 'introUsedTitle') })
  await expect(dialog).toContainText('You pay $1,497 a month from the first month on.')
  const acceptButton = dialog.getByRole('button', { name: checkoutText('checkout', 'introUsedAccept') })
  const tab = await openCheckoutTab(page, () => acceptButton.click())
  await expect(tab.getByText('$1,497.00').first()).toBeVisible()
})

test('a guest who returns signs in by an emailed link, and enters the email once despite a failed request', {
  tag: '@nightly',
}, async ({ page }) => {
  const email = createEmail()
  await openOffer(page)
  await findCheckoutButton(page).click()
  const { dialog, emailField } = findGuestDialog(page)
  await emailField.fill(email)
  const firstTab = await openCheckoutTab(page, () => page.keyboard.press('Enter'))
  await pay(firstTab)
  await firstTab.waitForURL(/\/success/)
  await firstTab.close()
  const customer = await getCustomerId(email)
  // Waits for the purchase email: none is sent once the membership has ended.
  await waitForEmail(email, siteMailKind)
  const [subscription] = (await createStripeClient().subscriptions.list({ customer })).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))

  await openOffer(page)
  await setPostgresFault({ status: 503 })
  await findCheckoutButton(page).click()
  await emailField.fill(email.toUpperCase())
  await dialog.getByRole('button', { name: checkoutText('checkout', 'guestSubmit') }).click()
  await expect(findToast(page, 'Checkout Error', 'Failed to start checkout. Please try again.')).toBeVisible({
    timeout: 20_000,
  })
  await clearPostgresFault()
  await findCheckoutButton(page).click()
  await expect(emailField).toHaveValue(email.toUpperCase())
  await page.keyboard.press('Enter')
  const signInDialog = page.getByRole('dialog', { name: checkoutText('checkout', 'signInRequiredTitle') })
  await expect(signInDialog).toContainText(checkoutText('checkout', 'signInRequiredText'))
  // The purchase email has created the account, which is not confirmed yet. The link requests no password.
  await followLink(page, (await waitForEmail(email, 'confirmation')).link)
  await page.getByRole('link', { name: seedText('confirmPage/continueLink') }).click()
  await page.waitForURL('/services#offer')
  await findCheckoutButton(page).click()
  const introUsedDialog = page.getByRole('dialog', { name: checkoutText('checkout', 'introUsedTitle') })
  await expect(introUsedDialog).toContainText('You pay $1,497 a month from the first month on.')
})

test('the success page confirms a payment without webhooks, also after a reload', {
  tag: '@all',
}, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await control('webhooks', { vendor: 'stripe', drop: 20 })
  try {
    await openOffer(page)
    const tab = await startCheckout(page)
    await pay(tab)
    await tab.waitForURL(/\/success/)
    await expect(tab.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
    await tab.reload()
    await expect(tab.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
  } finally {
    await control('webhooks', { vendor: 'stripe', drop: 0 })
  }
})

test('the success page lets signed-out visitors sign in and other users switch accounts, and shows members their status', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  const successUrl = `/success?session_id=${/cs_\w+/.exec(tab.url())?.[0]}`
  await pay(tab)
  await tab.waitForURL(/\/success/)

  const otherContext = await browser.newContext()
  const otherPage = await otherContext.newPage()
  await otherPage.goto(successUrl)
  await expect(otherPage.getByText(checkoutText('afterCheckout', 'signIn'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(otherPage, 'heading')
  await expect(otherPage.locator('html')).not.toHaveAttribute('data-signed-in')
  await signIn(otherPage, (await createUser()).email)
  await otherPage.goto('/')
  await expect(findStatusCard(otherPage)).toContainText(checkoutText('subscription', 'none'))
  await otherPage.goto(successUrl)
  await expect(otherPage.getByText(checkoutText('afterCheckout', 'otherAccount'))).toBeVisible({
    timeout: 20_000,
  })
  await otherPage.getByRole('button', { name: checkoutText('afterCheckout', 'changeAccount') }).click()
  await otherPage.waitForURL(/\/sign-in/)
  await submitSignIn(otherPage, email)
  await expect(otherPage).toHaveURL('/success')
  await expect(otherPage.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({
    timeout: 20_000,
  })
  await otherContext.close()

  await page.goto('/success')
  await expect(page.getByText(checkoutText('afterCheckout', 'member'))).toBeVisible({ timeout: 20_000 })
  await page.route('**/api/check-subscription', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(checkoutText('afterCheckout', 'unknown'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
})

test('the success page welcomes a buyer whose membership cannot be checked yet, but not once it is paused or ended', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  await tab.route('**/api/check-subscription', (route) => route.abort())
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await expect(tab.getByText(checkoutText('afterCheckout', 'waiting'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'heading')
  await tab.unroute('**/api/check-subscription')
  const pausedMembership = {
    subscribed: false,
    subscription_tier: null,
    subscription_end: null,
    manageable: true,
  }
  await tab.route('**/api/check-subscription', (route) => route.fulfill({ json: pausedMembership }))
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'resting'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  const [subscription] = (
    await createStripeClient().subscriptions.list({ customer: await getCustomerId(email) })
  ).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  // A visitor who is signed out sees the same text.
  await tab.context().clearCookies()
  await tab.evaluate(() => localStorage.clear())
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
})

test('the success page does not welcome visitors with an unpaid or unknown checkout', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto('/success?session_id=cs_test_123')
  await expect(page.getByText(checkoutText('afterCheckout', 'none'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  const sessionId = /cs_\w+/.exec(tab.url())?.[0]
  await page.goto(`/success?session_id=${sessionId}`)
  await expect(page).toHaveURL('/success')
  await expect(page.getByText(checkoutText('afterCheckout', 'open'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
})

test('a membership whose Klarna payment is undecided is shown as pending', { tag: '@all' }, async ({
  page,
}) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  await tab.getByRole('radio', { name: 'Klarna' }).check()
  await tab.getByLabel('Name on card').fill('Ada Lovelace')
  await tab.getByRole('checkbox').check()
  await tab.getByRole('button', { name: 'Subscribe' }).click()
  await tab.getByRole('button', { name: 'Decide later' }).click()
  await tab.waitForURL(/\/success/)
  await tab.close()
  await page.goto('/')
  await refreshUntil(page, () =>
    expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'pending'), { timeout: 1000 }),
  )
  await expect(findStatusCard(page)).not.toContainText(checkoutText('subscription', 'none'))
})
