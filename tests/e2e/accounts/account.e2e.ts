import { expect, test } from '@playwright/test'
import {
  createAdminAuthClient,
  createAuthClient,
  createEmail,
  createUser,
  password,
  resetAccountSettings,
  updateAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { collectBrowserErrors, expectHydrated } from '../../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'
import { accountPageText, findSection, formatSignedInText, openAccount } from './accountPage.ts'
import {
  accountField,
  accountText,
  expectSignedIn,
  findButton,
  followLink,
  openAsUser,
  signIn,
} from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => resetAccountSettings())

test('a visitor signs in through the account page’s link, and returns to that page', async ({ page }) => {
  await page.goto('/account')
  await expect(page.getByText(accountPageText('signedOutText'))).toBeVisible()
  const link = page.getByRole('link', { name: accountPageText('signInLink') }).last()
  // A click during hydration can be lost.
  await expectHydrated(link)
  await link.click()
  await expect(page).toHaveURL('/sign-in?next=%2Faccount')
  const { email } = await createUser()
  await signIn(page, email, page.url())
  await expect(page).toHaveURL('/account')
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
})

test('on a phone, a non-member sees the headline and checkout button without scrolling', async ({ page }) => {
  const { email } = await createUser()
  await page.setViewportSize(phone)
  await openAsUser(page, email, '/')
  const noMembershipText = seedText('messages/subscription/none')
  await expect(page.locator('.status-card')).toContainText(noMembershipText)
  await recordLayoutShifts(page)
  await page.reload()
  await expect(page.locator('.status-card')).toContainText(noMembershipText)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  const hero = page.locator('main > section').first()
  await expect(hero.getByRole('button', { name: 'Secure My Spot Now', exact: true })).toBeInViewport({
    ratio: 1,
  })
  expect(await sumLayoutShifts(page)).toBeLessThanOrEqual(0.01)
})

test('an email change takes effect once the links in both emails are opened', async ({ page }) => {
  const browserErrors = collectBrowserErrors(page)
  const { email, id } = await openAccount(page)
  const newEmail = createEmail()
  const emailField = page.getByLabel(accountPageText('newEmailLabel'), { exact: true })
  await emailField.fill(email.toUpperCase())
  await findButton(page, accountPageText('emailSubmit')).click()
  await expect(emailField).toHaveAccessibleDescription(accountText('emailSame'))
  await emailField.fill('ada@gmial.com')
  await findButton(page, accountPageText('emailSubmit')).click()
  await expect(page.getByRole('button', { name: 'ada@gmail.com' })).toBeFocused()
  await emailField.fill(newEmail)
  await findButton(page, accountPageText('emailSubmit')).click()
  const sentText = accountPageText('emailSentText').replace('{newEmail}', newEmail).replace('{email}', email)
  await expect(page.getByRole('status').filter({ hasText: sentText })).toBeVisible()
  await page.goto((await waitForEmail(newEmail, 'email_change')).link)
  const changeText = seedText('confirmPage/changeText').replace('{email}', email)
  await expect(page.getByText(changeText.replace('{newEmail}', newEmail))).toBeVisible()
  await findButton(page, seedText('confirmPage/changeSubmit')).click()
  await expect(page.getByRole('heading', { name: seedText('confirmPage/halfHeading') })).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${seedText('confirmPage/halfHeading')} · `))
  await page.goto('/account')
  await expect(
    page.getByText(accountPageText('emailPendingText').replace('{newEmail}', newEmail)),
  ).toBeVisible()
  await followLink(page, (await waitForEmail(email, 'email_change')).link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/changedHeading') })).toBeFocused()
  await page.getByRole('link', { name: seedText('confirmPage/continueLink') }).click()
  await expect(page.getByText(formatSignedInText(newEmail))).toBeVisible()
  const { data } = await createAdminAuthClient().auth.admin.getUserById(id)
  expect(data.user?.email).toBe(newEmail)
  // Without this field, the next sign-in link would replace the password.
  expect(data.user?.app_metadata.verified_new_email).toBe(newEmail)
  expect(browserErrors.all).toEqual([])
})

test('a password change asks for the current password if the auth service is set to require it', async ({
  page,
}) => {
  const { email } = await openAccount(page)
  const passwordSection = findSection(page, 'passwordHeading')
  await updateAccountSettings({ passwordNeedsCurrent: true })
  await accountField(passwordSection, 'newPasswordLabel').fill('another horse battery')
  await findButton(passwordSection, accountPageText('passwordSubmit')).click()
  await accountField(passwordSection, 'currentPasswordLabel').fill('not this one')
  await findButton(passwordSection, accountPageText('passwordSubmit')).click()
  await expect(passwordSection.getByText(accountText('passwordWrong'))).toBeVisible()
  await accountField(passwordSection, 'currentPasswordLabel').fill(password)
  await findButton(passwordSection, accountPageText('passwordSubmit')).click()
  await expect(passwordSection.getByText(accountPageText('passwordDone'))).toBeVisible()
  const { error } = await createAuthClient().auth.signInWithPassword({
    email,
    password: 'another horse battery',
  })
  expect(error).toBeNull()
})

test('after a wrong password, the account can be deleted with an emailed code', async ({ page }) => {
  const { id, email } = await openAccount(page)
  const deleteSection = findSection(page, 'deleteHeading')
  await findButton(deleteSection, accountPageText('deleteStart')).click()
  await expect(deleteSection.getByText(accountPageText('deleteConfirmText'))).toBeFocused()
  await findButton(deleteSection, accountPageText('deleteCancel')).click()
  await expect(findButton(deleteSection, accountPageText('deleteStart'))).toBeFocused()
  await page.keyboard.press('Enter')
  await accountField(deleteSection, 'currentPasswordLabel').fill('not this one')
  await findButton(deleteSection, accountPageText('deleteSubmit')).click()
  await expect(deleteSection.getByText(accountText('passwordWrong'))).toBeVisible()
  await findButton(deleteSection, accountPageText('deleteMailButton')).click()
  await expect(
    deleteSection.getByText(accountPageText('deleteCodeText').replace('{email}', email)),
  ).toBeFocused()
  const { code } = await waitForEmail(email, 'magic_link')
  await accountField(deleteSection, 'codeLabel').fill(code)
  await findButton(deleteSection, accountPageText('deleteSubmit')).click()
  await expect(page.getByRole('heading', { name: accountPageText('deletedHeading') })).toBeFocused()
  await expect(page.getByText(accountPageText('deletedText'))).toBeVisible()
  await expectSignedIn(page, false)
  const { error } = await createAdminAuthClient().auth.admin.getUserById(id)
  expect(error?.code).toBe('user_not_found')
})
