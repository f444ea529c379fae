import { expect, test } from '@playwright/test'
import { createEmail, createUser, resetAccounts, siteMail, waitForEmail } from '../../support/accounts.ts'
import { control } from '../../support/content.ts'
import { signIn, submitSignIn } from '../accounts/support.ts'
import {
  breakPostgres,
  card,
  checkoutButton,
  checkoutBy,
  expectSuccessHeading,
  getCustomer,
  guestBox,
  mendPostgres,
  mendStripe,
  openOffer,
  pay,
  refreshUntil,
  startCheckout,
  stripe,
  toast,
  word,
} from './support.ts'

test.beforeEach(() => resetAccounts())
test.afterEach(async () => {
  await mendStripe()
  await mendPostgres()
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
  const [subscription] = (await stripe().subscriptions.list({ customer })).data
  await stripe().subscriptions.cancel(String(subscription?.id))
  const [endedText = ''] = word('subscription', 'ended').split('{date}')
  await expect(async () => {
    await page.goto('/')
    await expect(card(page)).toContainText(endedText, { timeout: 2000 })
  }).toPass({ timeout: 20_000 })

  await openOffer(page)
  await checkoutButton(page).click()
  const box = page.getByRole('dialog', { name: word('checkout', 'introUsedTitle') })
  await expect(box).toContainText('You pay $1,497 a month from the first month on.')
  const agree = box.getByRole('button', { name: word('checkout', 'introUsedAccept') })
  const tab = await checkoutBy(page, () => agree.click())
  await expect(tab.getByText('$1,497.00').first()).toBeVisible()
})

test('a returning guest sees and accepts the regular price, and types the email once', {
  tag: '@all',
}, async ({ page }) => {
  const email = createEmail()
  await openOffer(page)
  await checkoutButton(page).click()
  const { box, field } = guestBox(page)
  await field.fill(email)
  const first = await checkoutBy(page, () => page.keyboard.press('Enter'))
  await pay(first)
  await first.waitForURL(/\/success/)
  await first.close()
  const customer = await getCustomer(email)
  // No mail is sent about a membership that ended before the webhook was processed.
  await waitForEmail(email, siteMail)
  const [subscription] = (await stripe().subscriptions.list({ customer })).data
  await stripe().subscriptions.cancel(String(subscription?.id))

  await openOffer(page)
  await breakPostgres({ status: 503 })
  await checkoutButton(page).click()
  await field.fill(email.toUpperCase())
  await box.getByRole('button', { name: word('checkout', 'guestSubmit') }).click()
  await expect(toast(page, 'Checkout Error', 'Failed to start checkout. Please try again.')).toBeVisible({
    timeout: 20_000,
  })
  await mendPostgres()
  await checkoutButton(page).click()
  await expect(field).toHaveValue(email.toUpperCase())
  await page.keyboard.press('Enter')
  const used = page.getByRole('dialog', { name: word('checkout', 'introUsedTitle') })
  await expect(used).toContainText('You pay $1,497 a month from the first month on.')
  const agree = used.getByRole('button', { name: word('checkout', 'introUsedAccept') })
  const tab = await checkoutBy(page, () => agree.click())
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
    await expect(tab.getByText(word('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
    await tab.reload()
    await expect(tab.getByText(word('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
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
  await expect(stranger.getByText(word('afterCheckout', 'signIn'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(stranger, 'heading')
  await expect(stranger.locator('html')).not.toHaveAttribute('data-signed-in')
  await signIn(stranger, (await createUser()).email)
  await stranger.goto('/')
  await expect(card(stranger)).toContainText(word('subscription', 'none'))
  await stranger.goto(target)
  await expect(stranger.getByText(word('afterCheckout', 'otherAccount'))).toBeVisible({ timeout: 20_000 })
  await stranger.getByRole('button', { name: word('afterCheckout', 'changeAccount') }).click()
  await stranger.waitForURL(/\/sign-in/)
  await submitSignIn(stranger, email)
  await expect(stranger).toHaveURL('/success')
  await expect(stranger.getByText(word('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
  await elsewhere.close()

  await page.goto('/success')
  await expect(page.getByText(word('afterCheckout', 'member'))).toBeVisible({ timeout: 20_000 })
  await page.route('**/api/check-subscription', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(word('afterCheckout', 'unknown'))).toBeVisible({ timeout: 20_000 })
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
  await expect(tab.getByText(word('afterCheckout', 'waiting'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'heading')
  await tab.unroute('**/api/check-subscription')
  const resting = { subscribed: false, subscription_tier: null, subscription_end: null, manageable: true }
  await tab.route('**/api/check-subscription', (route) => route.fulfill({ json: resting }))
  await tab.reload()
  await expect(tab.getByText(word('afterCheckout', 'resting'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  const [subscription] = (await stripe().subscriptions.list({ customer: await getCustomer(email) })).data
  await stripe().subscriptions.cancel(String(subscription?.id))
  await tab.reload()
  await expect(tab.getByText(word('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'visitorHeading')
  // Another visitor sees the same, without a link that cannot be mailed.
  await tab.context().clearCookies()
  await tab.evaluate(() => localStorage.clear())
  await tab.reload()
  await expect(tab.getByText(word('afterCheckout', 'ended'))).toBeVisible({ timeout: 20_000 })
})

test('an unpaid or unknown checkout is reported, and welcomes no member', async ({ page }) => {
  await page.goto('/success?session_id=cs_test_123')
  await expect(page.getByText(word('afterCheckout', 'none'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(page, 'visitorHeading')
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  const id = /cs_\w+/.exec(tab.url())?.[0]
  await page.goto(`/success?session_id=${id}`)
  await expect(page).toHaveURL('/success')
  await expect(page.getByText(word('afterCheckout', 'open'))).toBeVisible({ timeout: 20_000 })
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
    expect(card(page)).toContainText(word('subscription', 'pending'), { timeout: 1000 }),
  )
  await expect(card(page)).not.toContainText(word('subscription', 'none'))
})
