import { expect, test } from '@playwright/test'
import {
  createEmail,
  createUser,
  resetAccountSettings,
  siteMailKind,
  waitForEmail,
} from '../../support/accounts.ts'
import { findAxeViolations } from '../../support/axe.ts'
import { collectBrowserErrors, delayScripts } from '../../support/browsing.ts'
import { findOfferDialog } from '../../support/offerDialog.ts'
import { findDividedWords } from '../../support/pageParts.ts'
import { phone } from '../../support/screens.ts'
import { seedText, seedTexts } from '../../support/seedContent.ts'
import { findButton, followLink, signIn, storeSession } from '../accounts/support.ts'
import {
  afterCheckoutText,
  checkoutText,
  clearStripeFault,
  createStripeClient,
  expectSuccessHeading,
  findCheckoutButton,
  findStatusCard,
  findToast,
  getCustomerId,
  openCheckoutTab,
  openOffer,
  openOfferAsNewUser,
  pay,
  setStripeFault,
  startCheckout,
  statusText,
} from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => clearStripeFault())

/** The specified title and text of each toast. */
const specifiedToasts = {
  failed: ['Checkout Error', 'Failed to start checkout. Please try again.'],
  missingUrl: ['Checkout Error', 'No checkout URL received'],
  subscribed: ['Already subscribed', 'You already have an active subscription!'],
  started: ['Redirecting to checkout', 'Opening Stripe checkout in a new tab...'],
  portal: ['Error', 'Failed to open subscription management. Please try again.'],
  refreshed: ['Status Updated', 'Subscription status has been refreshed.'],
} as const

test('a user buys, cannot buy again, and cancels in the portal', async ({ page }) => {
  const browserErrors = collectBrowserErrors(page)
  const { email } = await createUser()
  await signIn(page, email)
  await page.goto('/')
  await expect(findStatusCard(page)).toContainText(statusText('none'))
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)

  await openOffer(page)
  const tab = await startCheckout(page)
  await expect(findToast(page, ...specifiedToasts.started)).toBeVisible()
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(tab.getByText('$997.00').first()).toBeVisible()
  await pay(tab)
  // The page removes the id of the Checkout session from the URL.
  await tab.waitForURL(/\/success$/)
  await expect(tab.getByText(afterCheckoutText('confirmed'))).toBeVisible({ timeout: 20_000 })
  await expectSuccessHeading(tab, seedText('successPage/heading'))
  await expect(tab.getByText(seedText('successPage/benefitsHeading'), { exact: true })).toBeVisible()
  const receipt = tab.locator('.receipt')
  await expect(receipt).toContainText(`${afterCheckoutText('paidLabel')}$997`)
  await expect(receipt).toContainText(/Next payment, [A-Z][a-z]+\s\d+,\s\d{4}\$997/)
  await expect(tab.getByRole('link', { name: afterCheckoutText('onboardingLink') })).toHaveAttribute(
    'href',
    '/contact?topic=onboarding',
  )
  await expect(tab.getByRole('banner').getByRole('link', { name: 'Secure My Spot' })).toHaveCount(0)
  await tab.reload()
  await expect(tab.getByText(afterCheckoutText('confirmed'))).toBeVisible({ timeout: 20_000 })
  await tab.close()

  await page.bringToFront()
  await page.goto('/account')
  await expect(findStatusCard(page)).toContainText(statusText('statusActive'))
  await expect(findStatusCard(page)).toContainText('$997')
  const memberInfo = page.locator('.member-info')
  await expect(memberInfo).toContainText(statusText('manageNote'))
  await expect(memberInfo.getByText(statusText('justJoined'))).toBeVisible()
  await expect(memberInfo.getByRole('link', { name: statusText('bookLink'), exact: true })).toHaveAttribute(
    'href',
    '/contact?topic=session',
  )
  await expect(memberInfo.getByRole('link', { name: seedText('siteSettings/contactPhone') })).toBeVisible()
  await expect(memberInfo).toContainText(seedTexts('siteSettings/address').join(''))
  expect(await findAxeViolations(page)).toEqual([])
  expect(browserErrors.all).toEqual([])

  // The form is prefilled from the account. `getByRole` ignores the hidden email field of the closed purchase dialog.
  await page.goto('/contact?topic=session')
  const getField = (label: string) =>
    page.getByRole('textbox', { name: seedText(`messages/contactForm/${label}`), exact: true })
  await expect(getField('nameLabel')).toHaveValue('Ada Lovelace')
  await expect(getField('emailLabel')).toHaveValue(email)
  await page.goto('/')
  await expect(findStatusCard(page)).toContainText("Creator's Circle")
  await expect(findStatusCard(page)).toContainText('$997')
  await expect(findStatusCard(page)).toContainText(statusText('renewsLabel'))
  await page.getByRole('button', { name: statusText('refresh'), exact: true }).click()
  await expect(findToast(page, ...specifiedToasts.refreshed)).toBeVisible()

  const statusResponse = page.waitForResponse('**/api/check-subscription')
  await openOffer(page)
  await statusResponse
  // Members get a booking link instead of the checkout buttons. A button that is clicked before the style sheet hides
  // it shows the specified toast.
  await expect(
    page.locator('#offer').getByRole('link', { name: statusText('bookLink'), exact: true }),
  ).toHaveAttribute('href', '/contact?topic=session')
  await expect(page.locator('#offer .payment-schedule')).toBeHidden()
  await expect(findCheckoutButton(page)).toBeHidden()
  await expect(page.locator('#start').getByText(statusText('memberText'))).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Secure My Spot Now' })).toHaveCount(0)
  await page.locator('#start .checkout-form .button').dispatchEvent('click')
  await expect(findToast(page, ...specifiedToasts.subscribed)).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
  await expect(
    page.locator('.toast').getByRole('link', { name: checkoutText('alreadySubscribedLink') }),
  ).toHaveAttribute('href', '/account')
  expect(page.context().pages()).toHaveLength(1)

  await page.goto('/')
  await expect(findStatusCard(page)).toContainText(statusText('renewsLabel'))
  await expect(page.getByRole('main').getByRole('button', { name: 'Secure My Spot Now' })).toHaveCount(0)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Secure My Spot', exact: true })).toHaveCount(0)
  await expect(header.getByRole('link', { name: statusText('bookLink'), exact: true })).toHaveAttribute(
    'href',
    '/contact?topic=session',
  )

  const manageButton = page.getByRole('button', { name: 'Manage Subscription', exact: true })
  for (const path of ['/account', '/']) {
    await page.goto(path)
    const portalOpening = page.waitForEvent('popup')
    await manageButton.click()
    const portalTab = await portalOpening
    await portalTab.getByRole('link', { name: /^Return/ }).click()
    await expect(portalTab).toHaveURL(path)
    await portalTab.close()
  }

  const tabOpening = page.waitForEvent('popup')
  await manageButton.click()
  const portal = await tabOpening
  await portal.getByRole('link', { name: 'Cancel subscription' }).click()
  await portal.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(portal.getByRole('button', { name: "Don't cancel subscription" })).toBeVisible()
  await portal.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(findStatusCard(page)).toContainText(statusText('endsLabel'))
  await expect(findStatusCard(page)).toContainText(/Canceled and active until/)

  await page.setViewportSize(phone)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await findDividedWords(page)).toEqual([])
})

test('checkout and portal failures show the specified messages', { tag: '@nightly' }, async ({ page }) => {
  const email = await openOfferAsNewUser(page)
  await setStripeFault({ status: 500 })
  await findCheckoutButton(page).click()
  await expect(findToast(page, ...specifiedToasts.failed)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()
  expect(page.context().pages()).toHaveLength(1)

  await setStripeFault({ blank: 'url' })
  await findCheckoutButton(page).click()
  await expect(findToast(page, ...specifiedToasts.missingUrl)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()

  await pay(await startCheckout(page))
  await expect(async () => {
    const customer = await getCustomerId(email)
    expect((await createStripeClient().subscriptions.list({ customer })).data).toHaveLength(1)
  }).toPass()
  await page.goto('/')
  const manageButton = page.getByRole('button', { name: 'Manage Subscription', exact: true })
  await expect(manageButton).toBeVisible({ timeout: 20_000 })
  await setStripeFault({ status: 500 })
  await manageButton.click()
  await expect(findToast(page, ...specifiedToasts.portal)).toBeVisible({ timeout: 20_000 })
  await clearStripeFault()
  const tabOpening = page.waitForEvent('popup')
  await manageButton.click()
  await tabOpening
  await expect(findToast(page, ...specifiedToasts.portal)).toHaveCount(0)
})

test('an early or double click requests one checkout, and a dialog links to it if the tab is blocked', async ({
  page,
}) => {
  await storeSession(page, (await createUser()).email)
  await page.addInitScript(() => {
    window.open = () => null
  })
  let requestCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout')) requestCount += 1
  })
  const resumeScripts = await delayScripts(page)
  await page.goto('/services', { waitUntil: 'commit' })
  await findCheckoutButton(page).click()
  resumeScripts()
  const dialog = page.getByRole('dialog', { name: checkoutText('blockedTitle') })
  const link = dialog.getByRole('link', { name: checkoutText('blockedLink') })
  await expect(link).toHaveAttribute('href', /\/c\/pay\/cs_/)
  await expect(link).toHaveAttribute('rel', 'noopener')
  expect(requestCount).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(findCheckoutButton(page)).toBeFocused()

  await findCheckoutButton(page).dblclick()
  await expect(link).toBeVisible()
  expect(requestCount).toBe(2)
})

test('an outdated page shows the current terms, and starts the checkout after consent', async ({ page }) => {
  await openOfferAsNewUser(page)
  await page.locator('#offer input[name="offerVersion"]').evaluate((input: HTMLInputElement) => {
    input.value = 'f'.repeat(24)
  })
  await findCheckoutButton(page).click()
  const dialog = page.getByRole('dialog', { name: checkoutText('offerChangedTitle') })
  await expect(dialog).toContainText(checkoutText('offerChanged'))
  await expect(dialog).toContainText('You pay $997 for each of the first 2 months, then $1,497 a month.')
  expect(page.context().pages()).toHaveLength(1)
  const acceptButton = dialog.getByRole('button', { name: checkoutText('offerChangedAccept') })
  const tab = await openCheckoutTab(page, () => acceptButton.click())
  await expect(tab.getByText('$997.00').first()).toBeVisible()
})

test('a guest buys, and signs in with one emailed link', async ({ page }) => {
  test.slow()
  const email = createEmail()
  await openOffer(page)
  await findCheckoutButton(page).click()
  const { dialog, emailField } = findOfferDialog(page)
  await expect(emailField).toBeFocused()
  await emailField.fill('ada')
  await page.keyboard.press('Enter')
  await expect(emailField).toHaveAccessibleDescription(
    `${checkoutText('guestEmailInvalid')} ${checkoutText('guestText')}`,
  )
  await expect(emailField).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await expect(
    dialog.getByRole('link', { name: checkoutText('guestsPausedSignIn'), exact: true }),
  ).toHaveAttribute('href', '/sign-in?next=%2Fservices%23offer')
  await emailField.fill(email)
  await expect(emailField).toHaveAccessibleDescription(checkoutText('guestText'))
  const tab = await openCheckoutTab(page, () => page.keyboard.press('Enter'))
  await expect(dialog).toHaveCount(0)
  await expect(tab.getByLabel('Email')).toHaveValue(email)
  await expect(tab.getByLabel('Email')).not.toBeEditable()
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await expect(tab.getByRole('status').filter({ hasText: email })).toBeVisible({ timeout: 20_000 })
  await expect(tab.getByRole('link', { name: afterCheckoutText('wrongEmail') })).toHaveAttribute(
    'href',
    '/contact?topic=membership',
  )
  const { link } = await waitForEmail(email, siteMailKind)
  await tab.close()

  // When the buyer returns to the first tab, it hides its checkout button.
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  const paidText = checkoutText('guestPaidText').replace('{email}', email)
  await expect(page.locator('.toast').getByText(paidText, { exact: true })).toBeVisible()
  await expect(findCheckoutButton(page)).toBeHidden()
  await page.reload()
  await findCheckoutButton(page).click()
  const alreadyPaidDialog = page.getByRole('dialog', { name: checkoutText('guestPaidTitle') })
  await expect(alreadyPaidDialog).toContainText(email)
  await expect(alreadyPaidDialog.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
    'href',
    `/sign-in?next=%2Fservices%23offer#${new URLSearchParams({ email })}`,
  )
  await alreadyPaidDialog.getByRole('button', { name: checkoutText('guestPaidAgain') }).click()
  await emailField.fill(email)
  await page.keyboard.press('Enter')
  const signInDialog = page.getByRole('dialog', { name: checkoutText('signInRequiredTitle') })
  await expect(signInDialog).toContainText(checkoutText('signInRequiredText'))
  await signInDialog.getByRole('link', { name: 'Sign in', exact: true }).click()
  // The closed purchase dialog also has an email field, which is hidden.
  await expect(page.getByLabel('Email', { exact: true }).filter({ visible: true })).toHaveValue(email)
  await page.goBack()
  await expect(page.locator('.toast')).toHaveCount(0)

  // The second welcome email invalidated the first link. On the page for expired links, one click requests a new one,
  // but at most one link a minute is sent to an email (tests/contract/subscription/guests.test.ts).
  const refusalLink = (await waitForEmail(email, siteMailKind, 2)).link
  await followLink(page, link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/expiredHeading') })).toBeFocused()
  await findButton(page, seedText('confirmPage/expiredSubmit')).click()
  await expect(page.getByRole('heading', { name: seedText('confirmPage/sentHeading') })).toBeVisible()
  await followLink(page, refusalLink)
  await page.waitForURL('/account')
  await expect(findStatusCard(page)).toContainText(statusText('statusActive'))
  await expect(page.getByRole('main')).toContainText(email)
})
