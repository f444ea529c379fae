import { expect, test } from '@playwright/test'
import { createEmail, createUser, resetAccounts, siteMailKind, waitForEmail } from '../../support/accounts.ts'
import { findAxeViolations } from '../../support/axe.ts'
import { delayScripts } from '../../support/browsing.ts'
import { seedText, seedTexts } from '../../support/seedContent.ts'
import { accountField, findButton, followLink, signIn } from '../accounts/support.ts'
import {
  checkoutText,
  clearPostgresFault,
  clearStripeFault,
  createStripeClient,
  expectSuccessHeading,
  findCheckoutButton,
  findGuestDialog,
  findOfferVersion,
  findStatusCard,
  findToast,
  getCustomer,
  openCheckoutTab,
  openOffer,
  openOfferAsMember,
  pay,
  setPostgresFault,
  setStripeFault,
  startCheckout,
} from './support.ts'

test.beforeEach(() => resetAccounts())
test.afterEach(async () => {
  await clearStripeFault()
  await clearPostgresFault()
})

const specified = {
  failed: ['Checkout Error', 'Failed to start checkout. Please try again.'],
  missing: ['Checkout Error', 'No checkout URL received'],
  subscribed: ['Already subscribed', 'You already have an active subscription!'],
  started: ['Redirecting to checkout', 'Opening Stripe checkout in a new tab...'],
  portal: ['Error', 'Failed to open subscription management. Please try again.'],
  refreshed: ['Status Updated', 'Subscription status has been refreshed.'],
} as const

test('a member joins, sees the membership and a message at another press, and cancels in the portal', async ({
  page,
}) => {
  const { email } = await createUser()
  await signIn(page, email)
  await page.goto('/')
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'none'))
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)

  await openOffer(page)
  const tab = await startCheckout(page)
  await expect(findToast(page, ...specified.started)).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(tab.getByText('$997.00').first()).toBeVisible()
  await pay(tab)
  // The page removes the checkout's id from the URL.
  await tab.waitForURL(/\/success$/)
  await expect(tab.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, 'heading')
  const receipt = tab.locator('.receipt')
  await expect(receipt).toContainText(`${checkoutText('afterCheckout', 'paidLabel')}$997`)
  await expect(receipt).toContainText(/Next payment, [A-Z][a-z]+ \d+, \d{4}\$997/)
  await expect(
    tab.getByRole('link', { name: checkoutText('afterCheckout', 'onboardingLink') }),
  ).toHaveAttribute('href', '/contact?topic=session')
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Secure My Spot' })).toHaveCount(0)
  await tab.reload()
  await expect(tab.getByText(checkoutText('afterCheckout', 'confirmed'))).toBeVisible({ timeout: 20_000 })
  await tab.close()

  await page.bringToFront()
  await page.goto('/account')
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'statusActive'))
  await expect(findStatusCard(page)).toContainText('$997')
  const desk = page.locator('.member-desk')
  await expect(desk).toContainText(checkoutText('subscription', 'manageNote'))
  await expect(
    desk.getByRole('link', { name: checkoutText('subscription', 'bookLink'), exact: true }),
  ).toHaveAttribute('href', '/contact?topic=session')
  await expect(desk.getByRole('link', { name: seedText('siteSettings/contactPhone') })).toBeVisible()
  await expect(desk).toContainText(seedTexts('siteSettings/address').join(''))
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/')
  await expect(findStatusCard(page)).toContainText("Creator's Circle")
  await expect(findStatusCard(page)).toContainText('$997')
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'renewsLabel'))
  await page.getByRole('button', { name: checkoutText('subscription', 'refresh'), exact: true }).click()
  await expect(findToast(page, ...specified.refreshed)).toBeVisible()

  await openOfferAsMember(page)
  await findCheckoutButton(page).click()
  await expect(findToast(page, ...specified.subscribed)).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
  await expect(
    page.locator('.toast').getByRole('link', { name: checkoutText('checkout', 'alreadySubscribedLink') }),
  ).toHaveAttribute('href', '/account')
  expect(page.context().pages()).toHaveLength(1)

  await page.goto('/')
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'renewsLabel'))
  await page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true }).click()
  await expect(findToast(page, ...specified.subscribed)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const manage = page.getByRole('button', { name: 'Manage Subscription', exact: true })
  for (const path of ['/account', '/']) {
    await page.goto(path)
    const returning = page.waitForEvent('popup')
    await manage.click()
    await (await returning).getByRole('link', { name: /^Return/ }).click()
    await expect(await returning).toHaveURL(path)
    await (await returning).close()
  }

  const opened = page.waitForEvent('popup')
  await manage.click()
  const portal = await opened
  await portal.getByRole('link', { name: 'Cancel subscription' }).click()
  await portal.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(portal.getByRole('button', { name: "Don't cancel subscription" })).toBeVisible()
  await portal.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'endsLabel'))
  await expect(findStatusCard(page)).toContainText(/is canceled and stays open until/)
})

test('while a checkout is prepared both tabs show it, and an error replaces it', async ({ page }) => {
  await signIn(page, (await createUser()).email)
  await openOffer(page)
  await page.clock.install()
  await setStripeFault({ status: 500, delayMs: 3000 })
  // The tab needs no script that this page has not loaded yet.
  const release = await delayScripts(page)
  const opened = page.waitForEvent('popup')
  await findCheckoutButton(page).click()
  const tab = await opened
  const heading = tab.getByRole('heading', { name: specified.started[0] })
  await expect(heading).toBeVisible()
  await expect(tab.locator('html')).toHaveCSS('background-color', 'rgb(20, 16, 12)')
  await expect(heading).toHaveCSS('font-family', /Besley/i)
  await expect(tab.getByRole('main')).not.toHaveCSS('padding-left', '0px')
  await expect(tab.getByText(checkoutText('checkout', 'preparing'), { exact: true })).toBeVisible()
  await expect(findToast(page, ...specified.started)).toBeVisible()
  release()
  await expect(findToast(page, ...specified.failed)).toBeVisible({ timeout: 20_000 })
  await expect(findToast(page, ...specified.started)).toHaveCount(0)
  await clearStripeFault()
  // An error says what is to be done, and nothing else on the page does.
  await page.mouse.move(0, 0)
  await page.clock.fastForward(60_000)
  await expect(findToast(page, ...specified.failed)).toBeVisible()
  await startCheckout(page)
  await expect(findToast(page, ...specified.failed)).toHaveCount(0)
})

test('every failure of checkout and portal shows the specified text', { tag: '@all' }, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  await setStripeFault({ status: 500 })
  await findCheckoutButton(page).click()
  await expect(findToast(page, ...specified.failed)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()
  expect(page.context().pages()).toHaveLength(1)

  await setStripeFault({ blank: 'url' })
  await findCheckoutButton(page).click()
  await expect(findToast(page, ...specified.missing)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()

  await pay(await startCheckout(page))
  await expect(async () => {
    const customer = await getCustomer(email)
    expect((await createStripeClient().subscriptions.list({ customer })).data).toHaveLength(1)
  }).toPass()
  await page.goto('/')
  const manage = page.getByRole('button', { name: 'Manage Subscription', exact: true })
  await expect(manage).toBeVisible({ timeout: 20_000 })
  await setStripeFault({ status: 500 })
  await manage.click()
  await expect(findToast(page, ...specified.portal)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()
  const opened = page.waitForEvent('popup')
  await manage.click()
  await opened
  await expect(findToast(page, ...specified.portal)).toHaveCount(0)
})

test('a failed check is only logged: no toast, and the card shows that it is unknown', {
  tag: '@all',
}, async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  const logged = page.waitForEvent('console', (message) => message.text().includes('[subscription]'))
  await setPostgresFault({ status: 503 })
  await page.goto('/')
  await logged
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'unavailable'))
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('an early or double press opens one checkout, and a blocked tab becomes a link', async ({ page }) => {
  const { email } = await createUser()
  await signIn(page, email)
  await page.addInitScript(() => {
    window.open = () => null
  })
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout')) calls += 1
  })
  const letScriptsCome = await delayScripts(page)
  await page.goto('/services', { waitUntil: 'commit' })
  await findCheckoutButton(page).click()
  letScriptsCome()
  const box = page.getByRole('dialog', { name: checkoutText('checkout', 'blockedTitle') })
  const link = box.getByRole('link', { name: checkoutText('checkout', 'blockedLink') })
  await expect(link).toHaveAttribute('href', /\/c\/pay\/cs_/)
  await expect(link).toHaveAttribute('rel', 'noopener')
  expect(calls).toBe(1)
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(findCheckoutButton(page)).toBeFocused()

  await findCheckoutButton(page).dblclick()
  await expect(link).toBeVisible()
  expect(calls).toBe(2)
})

test('a tab with an older offer charges nothing, and sells the current one after consent', {
  tag: '@all',
}, async ({ page }) => {
  await signIn(page, (await createUser()).email)
  await openOffer(page)
  await findOfferVersion(page).evaluate((input: HTMLInputElement) => {
    input.value = 'f'.repeat(24)
  })
  await findCheckoutButton(page).click()
  const box = page.getByRole('dialog', { name: checkoutText('checkout', 'offerChangedTitle') })
  await expect(box).toContainText(checkoutText('checkout', 'offerChanged'))
  await expect(box).toContainText('You pay $997 for each of the first 2 months, then $1,497 a month.')
  expect(page.context().pages()).toHaveLength(1)
  const agree = box.getByRole('button', { name: checkoutText('checkout', 'offerChangedAccept') })
  const tab = await openCheckoutTab(page, () => agree.click())
  await expect(tab.getByText('$997.00').first()).toBeVisible()
})

test('a guest buys, and the membership is claimed with the link in the mail', { tag: '@quick' }, async ({
  page,
}) => {
  test.slow()
  const email = createEmail()
  await openOffer(page)
  await findCheckoutButton(page).click()
  const { box, field: target } = findGuestDialog(page)
  await expect(target).toBeFocused()
  await target.fill('ada')
  await page.keyboard.press('Enter')
  await expect(target).toHaveAccessibleDescription(
    `${checkoutText('checkout', 'guestEmailInvalid')} ${checkoutText('checkout', 'guestText')}`,
  )
  await expect(target).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await expect(
    box.getByRole('link', { name: checkoutText('checkout', 'guestsPausedSignIn'), exact: true }),
  ).toHaveAttribute('href', '/sign-in?next=%2Fservices%23offer')
  await target.fill(email)
  await expect(target).toHaveAccessibleDescription(checkoutText('checkout', 'guestText'))
  const tab = await openCheckoutTab(page, () => page.keyboard.press('Enter'))
  await expect(box).toHaveCount(0)
  await expect(tab.getByLabel('Email')).toHaveValue(email)
  await expect(tab.getByLabel('Email')).not.toBeEditable()
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await expect(tab.getByRole('status').filter({ hasText: email.slice(email.indexOf('@')) })).toBeVisible({
    timeout: 20_000,
  })
  const { link } = await waitForEmail(email, siteMailKind)
  expect(link).toContain('claim')
  await tab.getByRole('button', { name: checkoutText('afterCheckout', 'sendAgain') }).click()
  await expect(tab.getByText(checkoutText('afterCheckout', 'sent'), { exact: true })).toBeVisible()
  // Besides the site's own email there is Stripe's.
  await tab.goto((await waitForEmail(email, 'receipt')).link)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText("Receipt from Creator's Circle")
  await expect(tab.getByRole('table', { name: 'Sums' })).toContainText('Amount paid$997.00')
  await tab.close()

  await findCheckoutButton(page).click()
  const paid = page.getByRole('dialog', { name: checkoutText('checkout', 'guestPaidTitle') })
  await expect(paid).toContainText(email.slice(email.indexOf('@')))
  await page.keyboard.press('Escape')

  await page.goto('/claim')
  await expect(findButton(page, seedText('claimPage/missingSubmit'))).toBeVisible()
  const latest = (await waitForEmail(email, siteMailKind)).link
  await followLink(page, latest)
  await page.waitForURL(/\/claim#claim=/)
  await accountField(page, 'newPasswordLabel').fill('an entirely new password')
  await findButton(page, seedText('claimPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('claimPage/doneHeading') })).toBeFocused()
  await page.getByRole('link', { name: seedText('claimPage/doneLink') }).click()
  await expect(findStatusCard(page)).toContainText("Creator's Circle")
})
