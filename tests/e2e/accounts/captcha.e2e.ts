import { expect, type Page, test } from '@playwright/test'
import {
  createEmail,
  createUser,
  password,
  resetAccountSettings,
  updateAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import { accountField, accountText, expectSignedIn, findAlert, findButton, requestEmail } from './support.ts'

// The tested build has no CAPTCHA, so its content security policy blocks the script.
test.use({ bypassCSP: true })
test.beforeEach(async () => {
  await resetAccountSettings()
  // Cloudflare's test secret, which accepts the test token below.
  await updateAccountSettings({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
})
test.afterEach(() => resetAccountSettings())

/** A script that replaces Turnstile and returns Cloudflare's test token. */
const turnstileScript = `window.turnstile = {
  render(container, { callback }) {
    window.widgets = (window.widgets ?? 0) + 1
    setTimeout(() => callback('XXXX.DUMMY.TOKEN.XXXX'))
    return 'widget'
  },
  remove() {},
  reset() {},
}
captchaIsReady()`

/**
 * Sets the page's Turnstile site key, as a build would, and replaces Turnstile's script with a stub.
 *
 * @returns the URLs of requested scripts, updated with each request
 */
async function addTurnstile(page: Page): Promise<string[]> {
  const scriptUrls: string[] = []
  await page.addInitScript(() => {
    const env = { NEXT_PUBLIC_TURNSTILE_SITE_KEY: 'key' }
    Object.assign(window, { process: { env } })
  })
  await page.route('https://challenges.cloudflare.com/**', (route) => {
    scriptUrls.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: turnstileScript })
  })
  return scriptUrls
}

test('signing up and resending emails both need a CAPTCHA token', { tag: '@nightly' }, async ({ page }) => {
  const scriptUrls = await addTurnstile(page)
  const email = createEmail()
  await page.goto('/sign-up')
  await accountField(page, 'emailLabel').fill(email)
  expect(scriptUrls).toEqual([])
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, seedText('signUpPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('signUpPage/sentHeading') })).toBeFocused()
  await findButton(page, accountText('resend')).click()
  await expect(page.getByText(accountText('resent'))).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'widgets'))).toBe(2)
  await accountField(page, 'codeLabel').fill((await waitForEmail(email, 'confirmation', 2)).code)
  await findButton(page, seedText('signUpPage/codeSubmit')).click()
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)
})

test('a password recovery and repeated sign-in attempts work with a CAPTCHA', { tag: '@nightly' }, async ({
  page,
}) => {
  await addTurnstile(page)
  const { email } = await createUser()
  await requestEmail(page, 'forgotPasswordPage', email)
  await waitForEmail(email, 'recovery')
  await page.goto('/sign-in')
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill('something else')
  await findButton(page, seedText('signInPage/submit')).click()
  await expect(findAlert(page)).toHaveText(accountText('invalidCredentials'))
  await accountField(page, 'passwordLabel').fill(password)
  await findButton(page, seedText('signInPage/submit')).click()
  await expect(page).toHaveURL('/account')
  await expectSignedIn(page)
})
