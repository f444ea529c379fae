import { expect, test } from '@playwright/test'
import {
  createAuthClient,
  createEmail,
  password,
  resetAccountSettings,
  setAccountsFault,
  waitForEmail,
} from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import { accountPageText, formatSignedInText, openAccount } from './accountPage.ts'
import { accountText, expectSignedIn, findAlert, findButton, openAsUser, signIn } from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => resetAccountSettings())

test('signing out and in affects every tab of the browser, but no other device', async ({
  page,
  context,
}) => {
  const { email } = await openAccount(page)
  const otherClient = createAuthClient()
  await otherClient.auth.signInWithPassword({ email, password })
  const secondTab = await context.newPage()
  await secondTab.goto('/account')
  await expect(secondTab.getByText(formatSignedInText(email))).toBeVisible()
  const thirdTab = await context.newPage()
  await thirdTab.goto('/about')
  await expectSignedIn(thirdTab)
  await findButton(page, accountPageText('signOutHere')).click()
  for (const tab of [page, secondTab]) {
    await expect(tab.getByText(accountPageText('signedOutText'))).toBeVisible()
    await expect(tab.getByRole('heading', { name: accountPageText('signedOutHeading') })).toBeFocused()
  }
  for (const tab of [page, secondTab, thirdTab]) await expectSignedIn(tab, false)
  expect((await otherClient.auth.getUser()).error).toBeNull()
  await signIn(secondTab, email)
  for (const tab of [page, thirdTab]) await expectSignedIn(tab)
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
})

test('signing out everywhere ends the sessions in other browsers, and those browsers report the end', async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page)
  const otherPage = await browser.newPage()
  await openAsUser(otherPage, email, '/account')
  await expect(otherPage.getByText(formatSignedInText(email))).toBeVisible()
  await findButton(page, accountPageText('signOutEverywhere')).click()
  await expect(page.getByText(accountPageText('signedOutText'))).toBeVisible()
  await otherPage.reload()
  await expect(findAlert(otherPage)).toHaveText(accountText('sessionEnded'))
  await expectSignedIn(otherPage, false)
  await otherPage.close()
})

test('the contact form has the account’s email, even if it was changed in another browser', async ({
  page,
}) => {
  const { email } = await openAccount(page)
  const newEmail = createEmail()
  const { auth } = createAuthClient()
  await auth.signInWithPassword({ email, password })
  await auth.updateUser({ email: newEmail })
  for (const recipient of [email, newEmail]) {
    const { link } = await waitForEmail(recipient, 'email_change')
    const token_hash = new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? ''
    expect((await auth.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull()
  }
  await page.goto('/contact')
  const field = page.getByRole('textbox', { name: seedText('messages/contactForm/emailLabel'), exact: true })
  await expect(field).toHaveValue(newEmail)
})

test('an outage of the account service is reported, and does not sign the user out', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await openAccount(page)
  await setAccountsFault({ status: 503 })
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountPageText('failedText'))
  await expectSignedIn(page)
  await resetAccountSettings()
  await findButton(page, accountPageText('retry')).click()
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
})
