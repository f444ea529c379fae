import { expect, test } from '@playwright/test'
import {
  createUser,
  password,
  resetAccountSettings,
  setAccountsFault,
  waitForEmail,
} from '../../support/accounts.ts'
import { delayScripts } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  accountField,
  accountText,
  expectSignedIn,
  findAlert,
  findButton,
  followLink,
  requestEmail,
} from './support.ts'

const signInText = (name: string) => seedText(`signInPage/${name}`)

test.beforeEach(() => resetAccountSettings())

test('a user enters a wrong password, signs in, and returns to the requested page', async ({ page }) => {
  const { email } = await createUser()
  await page.goto('/sign-in?next=%2Fstudio')
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill('something else')
  await findButton(page, signInText('submit')).click()
  await expect(findAlert(page)).toHaveText(accountText('invalidCredentials'))
  await expect(accountField(page, 'emailLabel')).toHaveValue(email)
  await accountField(page, 'passwordLabel').fill(password)
  await findButton(page, signInText('submit')).click()
  await expect(page).toHaveURL('/studio')
  await expectSignedIn(page)
  await page.goto('/sign-in')
  await expect(page.getByText(signInText('signedInText'))).toBeVisible()
  await expect(accountField(page, 'passwordLabel')).toBeHidden()
})

test('a form submitted before the scripts load is sent once they load, with no password in a URL', async ({
  page,
}) => {
  const { email } = await createUser()
  const resumeScripts = await delayScripts(page)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/sign-in?next=%2Fstudio', { waitUntil: 'commit' })
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill(password)
  await accountField(page, 'passwordLabel').press('Enter')
  await expect(page).toHaveURL('/sign-in?next=%2Fstudio')
  resumeScripts()
  await expect(page).toHaveURL('/studio')
  await expectSignedIn(page)
  expect(urls.filter((url) => url.includes(encodeURIComponent(password)))).toEqual([])
})

test('fields have autocomplete attributes, and a checkbox reveals the password', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/sign-in')
  await expect(accountField(page, 'emailLabel')).toHaveAttribute('autocomplete', 'username')
  await expect(accountField(page, 'passwordLabel')).toHaveAttribute('autocomplete', 'current-password')
  await page.goto('/sign-up')
  await expect(accountField(page, 'newPasswordLabel')).toHaveAttribute('autocomplete', 'new-password')
  await accountField(page, 'newPasswordLabel').fill('readable')
  await page.getByLabel(accountText('showPassword')).check()
  await expect(accountField(page, 'newPasswordLabel')).toHaveAttribute('type', 'text')
  await expect(accountField(page, 'newPasswordLabel')).toHaveValue('readable')
})

test('the code in a sign-in email signs the user in, and invalidates the email’s link', async ({ page }) => {
  const { email } = await createUser()
  await requestEmail(page, 'signInPage', email)
  const { link, code } = await waitForEmail(email, 'magic_link')
  await findButton(page, accountText('resend')).click()
  await expect(findAlert(page).last()).toHaveText(accountText('tooManyMails'))
  await accountField(page, 'codeLabel').fill(code)
  await findButton(page, signInText('codeSubmit')).click()
  await expect(page).toHaveURL('/account')
  await expectSignedIn(page)
  await followLink(page, link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/expiredHeading') })).toBeVisible()
})

test('during an outage of the account service, the page does not say that an email was sent', async ({
  page,
}) => {
  const { email } = await createUser()
  for (const [path, button] of [
    ['/sign-in', signInText('mailButton')],
    ['/forgot-password', seedText('forgotPasswordPage/submit')],
  ] as const) {
    await setAccountsFault({ status: 503 })
    await page.goto(path)
    await accountField(page, 'emailLabel').fill(email)
    await findButton(page, button).click()
    await expect(findAlert(page)).toHaveText(accountText('serviceDown'))
    await expect(accountField(page, 'emailLabel')).toHaveValue(email)
    await resetAccountSettings()
  }
})

test('the link and the code in a recovery email open the reset-password page', async ({ page }) => {
  const { email } = await createUser()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: signInText('forgotLink') }).click()
  await expect(page).toHaveURL('/forgot-password')
  await requestEmail(page, 'forgotPasswordPage', email)
  await followLink(page, (await waitForEmail(email, 'recovery')).link)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(accountText('accountNote').replace('{email}', email))).toBeVisible()
  await accountField(page, 'newPasswordLabel').fill(password)
  await findButton(page, seedText('resetPasswordPage/submit')).click()
  await expect(page.getByText(accountText('passwordSame'))).toBeVisible()
  await accountField(page, 'newPasswordLabel').fill('another horse battery')
  await findButton(page, seedText('resetPasswordPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('resetPasswordPage/doneHeading') })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await requestEmail(page, 'forgotPasswordPage', email)
  await accountField(page, 'codeLabel').fill((await waitForEmail(email, 'recovery', 2)).code)
  await findButton(page, seedText('forgotPasswordPage/codeSubmit')).click()
  await expect(page).toHaveURL('/reset-password')
})
