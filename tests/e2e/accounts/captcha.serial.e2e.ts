import { expect, type Page, test } from '@playwright/test'
import {
  createEmail,
  createUser,
  password,
  resetAccounts,
  updateAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  accountField,
  accountText,
  expectSignedIn,
  findAlert,
  findButton,
  followLink,
  openAsMember,
} from './support.ts'

// The tested server has no CAPTCHA, so its policy blocks the script.
test.use({ bypassCSP: true })
test.beforeEach(async () => {
  await resetAccounts()
  await updateAccountSettings({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
})
test.afterEach(() => resetAccounts())

/** Turnstile with Cloudflare's test keys. */
const turnstile = `window.turnstile = {
  render(place, { callback }) {
    window.widgets = (window.widgets ?? 0) + 1
    setTimeout(() => callback('XXXX.DUMMY.TOKEN.XXXX'))
    return 'widget'
  },
  remove() {},
  reset() {},
}
captchaIsReady()`

/** Sets the CAPTCHA provider and site key of a page, as a build would. */
async function addTurnstile(page: Page, isBlocked = false): Promise<string[]> {
  const scripts: string[] = []
  await page.addInitScript(() => {
    const env = { NEXT_PUBLIC_CAPTCHA_PROVIDER: 'turnstile', NEXT_PUBLIC_CAPTCHA_SITE_KEY: 'key' }
    Object.assign(window, { process: { env } })
  })
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    scripts.push(route.request().url())
    return isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: turnstile })
  })
  return scripts
}

const getWidgets = (page: Page) => page.evaluate(() => Reflect.get(window, 'widgets'))

test('a sign-up with a CAPTCHA is confirmed on another device while its page waits without tokens', async ({
  page,
  browser,
}) => {
  const scripts = await addTurnstile(page)
  const email = createEmail()
  await page.clock.install()
  await page.goto('/sign-up')
  await accountField(page, 'emailLabel').fill(email)
  expect(scripts).toEqual([])
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, seedText('signUpPage/submit')).click()
  await page.clock.runFor(1000)
  await expect(page.getByRole('heading', { name: seedText('signUpPage/sentHeading') })).toBeFocused()
  await findButton(page, accountText('resend')).click()
  await page.clock.runFor(1000)
  await expect(page.getByText(accountText('resent'))).toBeVisible()
  const states: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/sign-up-state')) states.push(response.status())
  })
  await page.clock.runFor(15_000)
  await expect.poll(() => states).toEqual([200])
  expect(await getWidgets(page)).toBe(2)
  const context = await browser.newContext({ bypassCSP: true })
  const elsewhere = await context.newPage()
  await followLink(elsewhere, (await waitForEmail(email, 'confirmation')).link)
  await accountField(elsewhere, 'newPasswordLabel').fill(password)
  await findButton(elsewhere, accountText('choosePasswordSubmit')).click()
  await expect(
    elsewhere.getByRole('heading', { name: seedText('confirmPage/confirmedHeading') }),
  ).toBeFocused()
  await context.close()
  await page.clock.runFor(15_000)
  await expect.poll(() => states).toEqual([200, 200])
  await page.clock.runFor(1000)
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)
})

test('a sign-in and a recovery with a CAPTCHA send a fresh token each', async ({ page }) => {
  await addTurnstile(page)
  const { email } = await createUser()
  await page.goto('/forgot-password')
  await accountField(page, 'emailLabel').fill(email)
  await findButton(page, seedText('forgotPasswordPage/submit')).click()
  await waitForEmail(email, 'recovery')
  await page.goto('/sign-in')
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill('something else')
  await findButton(page, seedText('signInPage/submit')).click()
  await expect(findAlert(page)).toHaveText(accountText('invalidCredentials'))
  await accountField(page, 'passwordLabel').fill(password)
  await findButton(page, seedText('signInPage/submit')).click()
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)
})

test('a CAPTCHA protects the password before an account is deleted', { tag: '@all' }, async ({ page }) => {
  const { email } = await createUser()
  await addTurnstile(page)
  await updateAccountSettings({ captcha: false })
  await openAsMember(page, email, '/account')
  await updateAccountSettings({ captcha: true })
  await findButton(page, seedText('accountPage/deleteStart')).click()
  const section = page.getByRole('region', { name: seedText('accountPage/deleteHeading'), exact: true })
  await accountField(section, 'currentPasswordLabel').fill(password)
  await findButton(section, seedText('accountPage/deleteSubmit')).click()
  await expect(page.getByText(seedText('accountPage/deletedText'))).toBeVisible()
})

test('a CAPTCHA that does not load is explained', { tag: '@all' }, async ({ page }) => {
  await addTurnstile(page, true)
  await page.goto('/forgot-password')
  await accountField(page, 'emailLabel').fill(createEmail())
  await findButton(page, seedText('forgotPasswordPage/submit')).click()
  await expect(findAlert(page)).toHaveText(accountText('captchaFailed'))
})
