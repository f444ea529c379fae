import { expect, type Locator, type Page } from '@playwright/test'
import { otherBrowser, password } from '../../support/accounts.ts'
import { testEnvironment } from '../../support/environment.ts'
import { seedText } from '../../support/seedContent.ts'

/** A word that the pages of members share, as the seed has it. */
export const word = (name: string) => seedText(`messages/account/${name}`)

/** A visible field, by its label: the purchase dialog of every page has an email field too. */
export const field = (page: Page | Locator, label: string) =>
  page.getByLabel(word(label), { exact: true }).filter({ visible: true })

/** A button or link of the main part, by its words. */
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** Whether the navigation takes the visitor for a member. */
export async function expectMember(page: Page, isMember = true): Promise<void> {
  const navigation = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const [shown, hidden] = isMember ? ['Account', 'Sign in'] : ['Sign in', 'Account']
  await expect(navigation.getByRole('link', { name: shown, exact: true })).toBeVisible()
  await expect(navigation.getByRole('link', { name: hidden, exact: true })).toBeHidden()
}

/** Fills in the form that is there to sign in, and sends it. */
export async function sendSignIn(page: Page, email: string): Promise<void> {
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill(password)
  await button(page, seedText('signInPage/submit')).click()
}

/** Signs in with the form, and waits for the next page. */
export async function signIn(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await page.goto(path)
  await sendSignIn(page, email)
  await expect(page).not.toHaveURL(/sign-in/)
}

/** Opens a page as a signed-in user, for tests that are not about signing in. */
export async function openAsMember(page: Page, email: string, path: string): Promise<void> {
  const { data, error } = await otherBrowser().auth.signInWithPassword({ email, password })
  if (error) throw error
  const { siteOrigin, supabaseUrl } = testEnvironment()
  const name = `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`
  const localStorage = [{ name, value: JSON.stringify(data.session) }]
  await page.context().setStorageState({ cookies: [], origins: [{ origin: siteOrigin, localStorage }] })
  await page.goto(path)
}

/** Opens a link of an e-mail, and presses the button on its page. */
export async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await button(page, seedText('confirmPage/submit')).click()
}

/** The alert of a page that says something. */
export const alertOn = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })

/** The status of a page that says something. */
export const statusOn = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: /./ })
