import { expect, type Page, test } from '@playwright/test'
import {
  countEmails,
  createAdminAuthClient,
  createAuthClient,
  createEmail,
  createUser,
  password,
  resetAccountSettings,
  setAccountsFault,
  updateAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { collectBrowserErrors } from '../../support/browsing.ts'
import { testEnvironment } from '../../support/environment.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  accountField,
  accountText,
  choosePassword,
  expectSignedIn,
  findButton,
  followLink,
  openAsUser,
  requestEmail,
  signIn,
  signUp,
  submitSignIn,
} from './support.ts'

const { siteOrigin } = testEnvironment()
const confirmText = (name: string) => seedText(`confirmPage/${name}`)
const signUpText = (name: string) => seedText(`signUpPage/${name}`)

test.beforeEach(() => resetAccountSettings())

test('a visitor signs up, confirms the email, and returns to the `next` page', async ({ page }) => {
  const browserErrors = collectBrowserErrors(page)
  const email = createEmail()
  await signUp(page, ` ${email} `, '/sign-up?next=%2Fservices%23offer')
  await expectSignedIn(page, false)
  await expect(page.getByText(signUpText('sentText').replace('{email}', email))).toBeVisible()
  const { link } = await waitForEmail(email, 'confirmation')
  expect(link).toMatch(new RegExp(`^${siteOrigin}/auth/confirm#token_hash=`))
  // An email scanner opens the link without using it up.
  await page.request.get(link)
  await page.goto(link)
  await expect(page).toHaveURL('/auth/confirm')
  await expect(page.getByText(confirmText('signInText').replace('{email}', email))).toBeVisible()
  await findButton(page, confirmText('signUpSubmit')).click()
  await choosePassword(page, email)
  await expect(page).toHaveURL('/services#offer')
  await expect(page.locator('.toast')).toContainText(confirmText('signedInText').replace('{email}', email))
  await expectSignedIn(page)
  expect(browserErrors.all).toEqual([])
})

test('a code that is typed with spaces and a hyphen confirms the account', { tag: '@nightly' }, async ({
  page,
}) => {
  const email = createEmail()
  await page.goto('/sign-up')
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'newPasswordLabel').fill(password)
  await accountField(page, 'newPasswordLabel').press('Enter')
  const { code } = await waitForEmail(email, 'confirmation')
  await accountField(page, 'codeLabel').fill('000000')
  await findButton(page, signUpText('codeSubmit')).click()
  await expect(page.getByText(accountText('codeWrong'))).toBeVisible()
  await expect(accountField(page, 'codeLabel')).toBeFocused()
  await accountField(page, 'codeLabel').fill(` ${code.slice(0, 3)} - ${code.slice(3)} `)
  await findButton(page, signUpText('codeSubmit')).click()
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)
})

test('a confirmation link opened on another device asks for a password once', async ({ page, browser }) => {
  const email = createEmail()
  await signUp(page, email, '/sign-up', 'typed on the first device')
  const { link } = await waitForEmail(email, 'confirmation')
  const otherPage = await browser.newPage()
  await followLink(otherPage, link)
  await choosePassword(otherPage, email)
  await expect(otherPage).toHaveURL('/')
  await otherPage.goto('/account')
  await findButton(otherPage, seedText('accountPage/signOutHere')).click()
  await expect(
    otherPage.getByRole('heading', { name: seedText('accountPage/signedOutHeading') }),
  ).toBeFocused()
  await requestEmail(otherPage, 'signInPage', email)
  await followLink(otherPage, (await waitForEmail(email, 'magic_link')).link)
  await expect(otherPage).toHaveURL('/account')
  await expect(otherPage.locator('.toast')).toContainText(email)
  await otherPage.close()
  await signIn(page, email)
  await expectSignedIn(page)
})

test('missing and invalid input is reported beside the fields', async ({ page }) => {
  await page.goto('/sign-up')
  await findButton(page, signUpText('submit')).click()
  await expect(page.getByText(accountText('emailRequired'))).toBeVisible()
  await expect(page.getByText(accountText('passwordRequired'))).toBeVisible()
  await expect(accountField(page, 'emailLabel')).toBeFocused()
  await accountField(page, 'emailLabel').fill('invalid')
  await accountField(page, 'newPasswordLabel').fill('short')
  await expect(page.getByText(accountText('emailInvalid'))).toBeVisible()
  await expect(page.getByText(accountText('passwordShort').replace('{min}', '10'))).toBeVisible()
  await accountField(page, 'emailLabel').fill(createEmail())
  await accountField(page, 'newPasswordLabel').fill('Password123')
  await findButton(page, signUpText('submit')).click()
  await expect(page.getByText(accountText('passwordLeaked'))).toBeVisible()
  await expect(accountField(page, 'newPasswordLabel')).toHaveAttribute('aria-invalid', 'true')
  await expect(accountField(page, 'newPasswordLabel')).toHaveValue('Password123')
  await updateAccountSettings({ passwordCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] })
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, signUpText('submit')).click()
  await expect(page.getByText(accountText('passwordCharacters'))).toBeVisible()
})

test('a suspected typo in an email is reported once, and a click corrects it', async ({ page }) => {
  const [name] = createEmail().split('@')
  const email = accountField(page, 'emailLabel')
  await page.goto('/sign-up')
  await email.fill(`${name}@gmial.com`)
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, signUpText('submit')).click()
  const correction = findButton(page, accountText('emailSuggestion').replace('{email}', `${name}@gmail.com`))
  await expect(correction).toBeFocused()
  await correction.click()
  await expect(email).toHaveValue(`${name}@gmail.com`)
  await expect(email).toBeFocused()
  await expect(correction).toBeHidden()
  await email.fill(`${name}@gmial.com`)
  await findButton(page, signUpText('submit')).click()
  await expect(page.getByRole('heading', { name: signUpText('sentHeading') })).toBeFocused()
})

test('signing up with an existing account’s email looks as usual, but sends no email', async ({ page }) => {
  const { email } = await createUser()
  await signUp(page, email)
  expect(await countEmails(email)).toBe(0)
  await page
    .getByRole('main')
    .getByRole('link', { name: signUpText('signInLink'), exact: true })
    .click()
  await expect(page).toHaveURL('/sign-in')
})

test('a failure to resend the confirmation email is reported, and the next attempt sends it', async ({
  page,
}) => {
  const email = createEmail()
  const { error } = await createAuthClient().auth.signUp({ email, password })
  expect(error).toBeNull()
  await page.goto('/sign-in')
  await submitSignIn(page, email)
  await expect(page.getByText(accountText('emailNotConfirmed'))).toBeVisible()
  await setAccountsFault({ status: 503 })
  await findButton(page, accountText('resend')).click()
  await expect(page.getByText(accountText('serviceDown'))).toBeVisible()
  await resetAccountSettings()
  expect(await countEmails(email)).toBe(1)
  await findButton(page, accountText('resend')).click()
  await expect(page.getByRole('heading', { name: seedText('signInPage/sentHeading') })).toBeFocused()
  await expect.poll(() => countEmails(email)).toBe(2)
})

test('a link for a different account shows that account’s email, and leaves no token in the history', async ({
  page,
}) => {
  const [victim, attacker] = [await createUser(), await createUser()]
  await openAsUser(page, victim.email, '/about')
  // Session tokens in a page's URL are ignored and removed.
  await page.goto('/services#access_token=a.b.c&refresh_token=evil&expires_in=3600&token_type=bearer')
  await expect(page).toHaveURL('/services')
  const { data } = await createAdminAuthClient().auth.admin.generateLink({
    type: 'recovery',
    email: attacker.email,
  })
  const tokenHash = data.properties?.hashed_token ?? ''
  await page.goto(`/auth/confirm?token_hash=${tokenHash}&type=recovery&next=%2Fservices`)
  await expect(page.getByText(confirmText('lead'))).toBeVisible()
  expect(await readSignedInEmail(page)).toBe(victim.email)
  await findButton(page, seedText('confirmPage/submit')).click()
  await expect(
    page.getByText(seedText('confirmPage/signedInText').replace('{email}', attacker.email)),
  ).toBeVisible()
  await expect(page).toHaveURL('/auth/confirm')
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(tokenHash)
  await page.goBack()
  await page.goForward()
  expect(page.url()).not.toContain(tokenHash)
})

/** Reads the signed-in user's email from the browser's storage. */
const readSignedInEmail = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
    return JSON.parse(localStorage.getItem(key) ?? '{}').user?.email
  })
