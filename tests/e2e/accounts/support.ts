import { expect, type Locator, type Page } from '@playwright/test'
import { createAuthClient, password } from '../../support/accounts.ts'
import { testEnvironment } from '../../support/environment.ts'
import { seedText } from '../../support/seedContent.ts'

/** Returns a message that the account pages share, from the seed. */
export const accountText = (name: string) => seedText(`messages/account/${name}`)

/** Finds a field by the message key of its label. Skips the hidden email field of the closed purchase dialog. */
export const accountField = (page: Page | Locator, labelName: string) =>
  page.getByLabel(accountText(labelName), { exact: true }).filter({ visible: true })

/** Finds a button by its label. */
export const findButton = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })

/** Expects the navigation for a signed-in user or, with `isSignedIn` false, the one for a signed-out visitor. */
export async function expectSignedIn(page: Page, isSignedIn = true): Promise<void> {
  const navigation = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const [visibleLink, hiddenLink] = isSignedIn ? ['Account', 'Sign in'] : ['Sign in', 'Account']
  await expect(navigation.getByRole('link', { name: visibleLink, exact: true })).toBeVisible()
  await expect(navigation.getByRole('link', { name: hiddenLink, exact: true })).toBeHidden()
}

/** Fills in and submits the current page's sign-in form. */
export async function submitSignIn(page: Page, email: string): Promise<void> {
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill(password)
  await findButton(page, seedText('signInPage/submit')).click()
}

/** Fills in and submits the sign-up form, and waits for the message that a confirmation was sent. */
export async function signUp(
  page: Page,
  email: string,
  path = '/sign-up',
  typedPassword = password,
): Promise<void> {
  await page.goto(path)
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'newPasswordLabel').fill(typedPassword)
  await findButton(page, seedText('signUpPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('signUpPage/sentHeading') })).toBeFocused()
}

/** Fills in and submits the form that asks for a password after an account is confirmed. */
export async function choosePassword(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: accountText('choosePasswordHeading') })).toBeFocused()
  await expect(page.getByText(accountText('accountNote').replace('{email}', email))).toBeVisible()
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, accountText('choosePasswordSubmit')).click()
  await expect(page.getByRole('heading', { name: accountText('choosePasswordHeading') })).toBeHidden()
}

/** Requests an email with a link and a code to sign in or reset the password. */
export async function requestEmail(
  page: Page,
  document: 'signInPage' | 'forgotPasswordPage',
  email: string,
): Promise<void> {
  const [path, button] =
    document === 'signInPage' ? ['/sign-in', 'mailButton'] : ['/forgot-password', 'submit']
  await page.goto(path)
  await accountField(page, 'emailLabel').fill(email)
  await findButton(page, seedText(`${document}/${button}`)).click()
  await expect(page.getByRole('heading', { name: seedText(`${document}/sentHeading`) })).toBeFocused()
}

/** Signs in with the form and waits for the redirect. */
export async function signIn(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await page.goto(path)
  await submitSignIn(page, email)
  await expect(page).not.toHaveURL(/sign-in/)
}

/** Stores a user's session in the browser, for tests that do not cover signing in. */
export async function storeSession(page: Page, email: string): Promise<void> {
  const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  const { siteOrigin, supabaseUrl } = testEnvironment()
  const sessionKey = `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
  const localStorage = [{ name: sessionKey, value: JSON.stringify(data.session) }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin: siteOrigin, localStorage }] })
}

/** Stores a user's session in the browser, and opens a page. */
export async function openAsUser(page: Page, email: string, path: string): Promise<void> {
  await storeSession(page, email)
  await page.goto(path)
}

/** Opens a link from an email and presses the button on its page. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('main').getByRole('button').click()
}

/** Finds the page's non-empty alert. */
export const findAlert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })
