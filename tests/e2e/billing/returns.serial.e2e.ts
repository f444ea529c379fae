import { expect, test } from '@playwright/test'
import { createEmail, createUser, resetAccounts, siteMailKind, waitForEmail } from '../../support/accounts.ts'
import { control } from '../../support/content.ts'
import { signIn, submitSignIn } from '../accounts/support.ts'
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
  getCustomer,
  openCheckoutTab,
  openOffer,
  pay,
  refreshUntil,
  setPostgresFault,
  startCheckout,
} from './support.ts'

test.beforeEach(() => resetAccounts())
test.afterEach(async () => {
  await clearStripeFault()
  await clearPostgresFault()
})

test('a returning member sees and accepts the regular price', { tag: '@all' }, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const first = await startCheckout(page)
  await pay(first)
  await first.waitForURL(/\/success/)
  await first.close()
  const customer = await getCustomer(email)
  const [subscription] = (await createStripeClient().subscriptions.list({ customer })).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))
  const [endedText = ''] = checkoutText('subscription', 'ended').split('{date}')
  await expect(async () => {
    await page.goto('/')
    await expect(findStatusCard(page)).toContainText(endedText, { timeout: 2000 })
  }).toPass({ timeout: 20_000 })

  await openOffer(page)
  await findCheckoutButton(page).click()
  const box = page.getByRole('dialog', { name: checkoutText('checkout', 'introUsedTitle') })
  await expect(box).toContainText('You pay $1,497 a month from the first month on.')
  const agree = box.getByRole('button', { name: checkoutText('checkout', 'introUsedAccept') })
  const tab = await openCheckoutTab(page, () => agree.click())
  await expect(tab.getByText('$1,497.00').first()).toBeVisible()
})

test('a returning guest sees and accepts the regular price, and types the email once', {
  tag: '@all',
}, async ({ page }) => {
  const email = createEmail()
  await openOffer(page)
  await findCheckoutButton(page).click()
  const { box, field } = findGuestDialog(page)
  await field.fill(email)
  const first = await openCheckoutTab(page, () => page.keyboard.press('Enter'))
  await pay(first)
  await first.waitForURL(/\/success/)
  await first.close()
  const customer = await getCustomer(email)
  // No mail is sent about a membership that ended before the webhook was processed.
  await waitForEmail(email, siteMailKind)
  const [subscription] = (await createStripeClient().subscriptions.list({ customer })).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))

  await openOffer(page)
  await setPostgresFault({ status: 503 })
  await findCheckoutButton(page).click()
  await field.fill(email.toUpperCase())
  await box.getByRole('button', { name: checkoutText('checkout', 'guestSubmit') }).click()
  await expect(findToast(page, 'Checkout Error', 'Failed to start checkout. Please try again.')).toBeVisible({
    timeout: 20_000,
  })
  await clearPostgresFault()
  await findCheckoutButton(page).click()
  await expect(field).toHaveValue(email.toUpperCase())
  await page.keyboard.press('Enter')
  const used = page.getByRole('dialog', { name: checkoutText('checkout', 'introUsedTitle') })
  await expect(used).toContainText('You pay $1,497 a month from the first month on.')
  const agree = used.getByRole('button', { name: checkoutText('checkout', 'introUsedAccept') })
  const tab = await openCheckoutTab(page, () => agree.click())
  await expect(tab.getByText('$1,497.00').first()).toBeVisible()
  await expect(tab.getByLabel('Email')).toHaveValue(email)
})

test('the page after the checkout confirms without any webhook, and survives a reload', {
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

test('the page after the checkout helps visitors and users of another account', {
  tag: '@all',
}, async ({ page, browser }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  const target = `/success?session_id=${/cs_\w+/.exec(tab.url())?.[0]}`
  await pay(tab)
  await tab.waitForURL(/\/success/)

  const elsewhere = await browser.newContext()
  const stranger = await elsewhere.newPage()
  await stranger.goto(target)
  await expect(stranger.getByText(checkoutText('afterCheckout', 'signIn'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(stranger, 'heading')
  await expect(stranger.locator('html')).not.toHaveAttribute('data-signed-in')
  await signIn(stranger, (await createUser()).email)
  await stranger.goto('/')
  await expect(findStatusCard(stranger)).toContainText(checkoutText('subscription', 'none'))
  await stranger.goto(target)
  await expect(stranger.getByText(checkoutText('afterCheckout', 'otherAccount'))).toBeVisible({
    timeout: 20_000,
  })
  await stranger.getByRole('button', { name: checkoutText('afterCheckout', 'changeAccount') }).click()
  await stranger.waitForURL(/\/sign-in/)
  await submitSignIn(stranger, email)
  await expect(stranger).toHaveURL('/success')
  await expect(stranger.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({
    timeout: 20_000,
  })
  await elsewhere.close()

  await page.goto('/success')
  await expect(page.getByText(checkoutText('afterCheckout', 'member'))).toBeVisible({ timeout: 20_000 })
  await page.route('**/api/check-subscription', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(checkoutText('afterCheckout', 'unknown'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
})

test('the page after the checkout welcomes while the membership is pending, and not once it is paused or ended', {
  tag: '@all',
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
  const resting = { subscribed: false, subscription_tier: null, subscription_end: null, manageable: true }
  await tab.route('**/api/check-subscription', (route) => route.fulfill({ json: resting }))
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'resting'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  const [subscription] = (
    await createStripeClient().subscriptions.list({ customer: await getCustomer(email) })
  ).data
  await createStripeClient().subscriptions.cancel(String(subscription?.id))
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  // Another visitor sees the same, without a link that cannot be mailed.
  await tab.context().clearCookies()
  await tab.evaluate(() => localStorage.clear())
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
})

test('an unpaid or unknown checkout is reported, and welcomes no member', async ({ page }) => {
  await page.goto('/success?session_id=cs_test_123')
  await expect(page.getByText(checkoutText('afterCheckout', 'none'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  const id = /cs_\w+/.exec(tab.url())?.[0]
  await page.goto(`/success?session_id=${id}`)
  await expect(page).toHaveURL('/success')
  await expect(page.getByText(checkoutText('afterCheckout', 'open'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
})

test('a payment that Klarna decides later is not reported as a missing membership', async ({ page }) => {
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
