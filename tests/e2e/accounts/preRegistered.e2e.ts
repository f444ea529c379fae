import { expect, test } from '@playwright/test'
import {
  createAdminAuthClient,
  createAuthClient,
  createEmail,
  password,
  resetAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  accountField,
  accountText,
  choosePassword,
  expectSignedIn,
  findButton,
  followLink,
  requestEmail,
  signUp,
} from './support.ts'

const strangerPassword = 'what the stranger typed'

test.beforeEach(() => resetAccountSettings())

/** Signs up as a stranger with an email address whose owner has no account yet. Returns the email address. */
async function signUpAsStranger(): Promise<string> {
  const email = createEmail()
  const { error } = await createAuthClient().auth.signUp({ email, password: strangerPassword })
  expect(error).toBeNull()
  return email
}

/** Expects only `validPassword` to be valid, of the stranger's and the owner's passwords; undefined means neither. */
async function expectValidPassword(email: string, validPassword: string | undefined): Promise<void> {
  for (const triedPassword of [strangerPassword, password]) {
    const { data } = await createAuthClient().auth.signInWithPassword({ email, password: triedPassword })
    expect(data.session !== null, triedPassword).toBe(triedPassword === validPassword)
  }
}

test('entering the code on the sign-up page replaces a stranger’s password with the one typed there', async ({
  page,
}) => {
  const email = await signUpAsStranger()
  await signUp(page, email)
  await accountField(page, 'codeLabel').fill((await waitForEmail(email, 'confirmation')).code)
  await findButton(page, seedText('signUpPage/codeSubmit')).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('.toast')).toContainText(seedText('signUpPage/signedInText'))
  await expectSignedIn(page)
  await expectValidPassword(email, password)
})

test('a sign-in link requires a new password if a stranger’s account was confirmed in the dashboard', async ({
  page,
}) => {
  const email = createEmail()
  const stranger = createAuthClient()
  const { data } = await stranger.auth.signUp({ email, password })
  await createAdminAuthClient().auth.admin.updateUserById(String(data.user?.id), { email_confirm: true })
  expect((await stranger.auth.signInWithPassword({ email, password })).error).toBeNull()
  expect((await stranger.auth.updateUser({ password: strangerPassword })).error).toBeNull()
  await expectValidPassword(email, strangerPassword)
  await requestEmail(page, 'signInPage', email)
  await followLink(page, (await waitForEmail(email, 'magic_link')).link)
  await expect(page.getByRole('heading', { name: accountText('choosePasswordHeading') })).toBeFocused()
  await expectValidPassword(email, undefined)
  await choosePassword(page, email)
  await expectValidPassword(email, password)
})

test('a sign-in code that confirms a stranger’s account requires a new password', async ({ page }) => {
  const email = await signUpAsStranger()
  await requestEmail(page, 'signInPage', email)
  // The stranger's sign-up sent the first email. The second is sent after the response.
  await accountField(page, 'codeLabel').fill((await waitForEmail(email, 'confirmation', 2)).code)
  await findButton(page, seedText('signInPage/codeSubmit')).click()
  await expect(page.getByRole('heading', { name: accountText('choosePasswordHeading') })).toBeFocused()
  await expectValidPassword(email, undefined)
  await choosePassword(page, email)
  await expectSignedIn(page)
  await expectValidPassword(email, password)
})
