import { expect, type Page, test } from '@playwright/test'
import { computeAuthenticatorCode } from 'local-cloud/testing/authenticator'
import {
  createAdminAuthClient,
  createEmail,
  password,
  resetAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'
import { accountPageText, findSection, formatSignedInText, openAccount } from './accountPage.ts'
import {
  accountField,
  accountText,
  choosePassword,
  expectSignedIn,
  findButton,
  followLink,
  requestEmail,
  submitSignIn,
} from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => resetAccountSettings())

/** Sets up two-step sign-in on `/account`, entering a wrong code first. Returns the authenticator app's secret. */
async function setUpTwoStepSignIn(page: Page): Promise<string> {
  const factorSection = findSection(page, 'factorHeading')
  await findButton(factorSection, accountPageText('factorStart')).click()
  await expect(factorSection.getByRole('img', { name: accountPageText('factorPicture') })).toBeVisible()
  await expect(factorSection.getByText(accountPageText('factorScanText'))).toBeFocused()
  await expect(factorSection.getByRole('link', { name: accountPageText('factorOpen') })).toBeHidden()
  const secret = ((await factorSection.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await accountField(factorSection, 'appCodeLabel').fill('000000')
  await findButton(factorSection, accountPageText('factorSubmit')).click()
  await expect(factorSection.getByText(accountText('appCodeWrong'))).toBeVisible()
  await accountField(factorSection, 'appCodeLabel').fill(computeAuthenticatorCode(secret))
  await findButton(factorSection, accountPageText('factorSubmit')).click()
  await expect(factorSection.getByText(accountPageText('factorAdded'))).toBeVisible()
  await expect(factorSection.getByText(accountPageText('factorOnText'))).toBeFocused()
  return secret
}

test('two-step sign-in is set up, then required, and turned off again', async ({ page, browser }) => {
  const { email } = await openAccount(page)
  const secret = await setUpTwoStepSignIn(page)
  const otherPage = await browser.newPage()
  await otherPage.goto('/sign-in?next=%2Faccount')
  await submitSignIn(otherPage, email)
  await expect(otherPage.getByRole('heading', { name: accountText('secondFactorHeading') })).toBeFocused()
  // The page `/account` requires the code even if the user skips the form.
  await otherPage.goto('/account')
  await expect(otherPage.getByText(accountText('secondFactorText'))).toBeVisible()
  await expect(otherPage.getByText(formatSignedInText(email))).toBeHidden()
  // A user without the phone can sign out.
  const reloaded = otherPage.waitForEvent('load')
  await findButton(otherPage, accountText('secondFactorLeave')).click()
  await reloaded
  await expect(otherPage.getByText(accountPageText('signedOutText'))).toBeVisible()
  await otherPage.goto('/sign-in?next=%2Faccount')
  await submitSignIn(otherPage, email)
  await accountField(otherPage, 'appCodeLabel').fill(computeAuthenticatorCode(secret, 30))
  await findButton(otherPage, accountText('secondFactorSubmit')).click()
  await expect(otherPage.getByText(formatSignedInText(email))).toBeVisible()
  await otherPage.close()
  const factorSection = findSection(page, 'factorHeading')
  await findButton(factorSection, accountPageText('factorRemove')).click()
  await expect(factorSection.getByText(accountPageText('factorRemoved'))).toBeVisible()
  await expect(findButton(factorSection, accountPageText('factorStart'))).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('a link opens the authenticator app with the secret', async ({ page }) => {
    await openAccount(page)
    const factorSection = findSection(page, 'factorHeading')
    await findButton(factorSection, accountPageText('factorStart')).click()
    const link = factorSection.getByRole('link', { name: accountPageText('factorOpen') })
    await expect(link).toBeVisible()
    const secret = ((await factorSection.locator('code').textContent()) ?? '').replace(/\s/g, '')
    const uri = new URL((await link.getAttribute('href')) ?? '')
    expect(uri.href).toMatch(/^otpauth:\/\/totp\//)
    expect(uri.searchParams.get('secret')).toBe(secret)
  })
})

test('a code sent to an unverified email also requires the app’s code and a new password', async ({
  page,
  browser,
}) => {
  const { email, id } = await openAccount(page)
  const secret = await setUpTwoStepSignIn(page)
  // This has the same effect as an email change in Supabase's dashboard.
  await createAdminAuthClient().auth.admin.updateUserById(id, { app_metadata: { verified_email: null } })
  const otherPage = await browser.newPage()
  await requestEmail(otherPage, 'signInPage', email)
  await accountField(otherPage, 'codeLabel').fill((await waitForEmail(email, 'magic_link')).code)
  await findButton(otherPage, seedText('signInPage/codeSubmit')).click()
  await accountField(otherPage, 'appCodeLabel').fill(computeAuthenticatorCode(secret, 30))
  await findButton(otherPage, accountText('secondFactorSubmit')).click()
  await choosePassword(otherPage, email)
  await expectSignedIn(otherPage)
  await otherPage.close()
})

test('an email change says that it is complete before it asks for the app’s code', async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page)
  await setUpTwoStepSignIn(page)
  const newEmail = createEmail()
  await page.getByLabel(accountPageText('newEmailLabel'), { exact: true }).fill(newEmail)
  await findButton(page, accountPageText('emailSubmit')).click()
  const newLink = (await waitForEmail(newEmail, 'email_change')).link
  const oldLink = (await waitForEmail(email, 'email_change')).link
  const otherPage = await browser.newPage()
  await followLink(otherPage, newLink)
  await expect(otherPage.getByRole('heading', { name: seedText('confirmPage/halfHeading') })).toBeFocused()
  await followLink(otherPage, oldLink)
  await expect(otherPage.getByRole('heading', { name: seedText('confirmPage/changedHeading') })).toBeFocused()
  await expect(accountField(otherPage, 'appCodeLabel')).toBeVisible()
  await otherPage.close()
})

test('deleting an account with two-step sign-in requires a code from the app', async ({ page }) => {
  const { id } = await openAccount(page)
  const secret = await setUpTwoStepSignIn(page)
  const deleteSection = findSection(page, 'deleteHeading')
  await findButton(deleteSection, accountPageText('deleteStart')).click()
  await accountField(deleteSection, 'currentPasswordLabel').fill(password)
  await findButton(deleteSection, accountPageText('deleteSubmit')).click()
  await expect(
    deleteSection.getByRole('heading', { name: accountPageText('deleteFactorHeading') }),
  ).toBeFocused()
  await expect(findButton(deleteSection, accountText('secondFactorLeave'))).toHaveCount(0)
  await expect(
    deleteSection.getByRole('link', { name: accountPageText('deleteCancel'), exact: true }),
  ).toHaveAttribute('href', '/account')
  expect((await createAdminAuthClient().auth.admin.getUserById(id)).error).toBeNull()
  await accountField(deleteSection, 'appCodeLabel').fill(computeAuthenticatorCode(secret, 30))
  await findButton(deleteSection, accountPageText('deleteSubmit')).click()
  await expect(page.getByRole('heading', { name: accountPageText('deletedHeading') })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${accountPageText('deletedHeading')} · `))
})
