import { expect, test } from '@playwright/test'
import {
  accountAdmin,
  breakAccounts,
  countMails,
  createEmail,
  createUser,
  mailTo,
  password,
  resetAccounts,
} from '../../support/accounts.ts'
import { expectAlive, holdScripts, watchLoading } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'
import { alertOn, button, expectMember, field, followLink, signIn, statusOn, word } from './support.ts'

const page_ = (name: string) => seedText(`signInPage/${name}`)

test.beforeEach(() => resetAccounts())
test.afterEach(() => resetAccounts())

test('a member signs in after a wrong password, and returns to the requested page', async ({ page }) => {
  const { email } = await createUser()
  await page.goto('/sign-in?next=%2Fstudio')
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill('something else')
  await button(page, page_('submit')).click()
  await expect(alertOn(page)).toHaveText(word('invalidCredentials'))
  await expect(field(page, 'emailLabel')).toHaveValue(email)
  await field(page, 'passwordLabel').fill(password)
  await button(page, page_('submit')).click()
  await expect(page).toHaveURL('/studio')
  await expectMember(page)
  await page.goto('/sign-in')
  await expect(page.getByText(page_('signedInText'))).toBeVisible()
  await expect(field(page, 'passwordLabel')).toBeHidden()
})

// All the others: lib/auth/browser/nextUrl.test.ts.
for (const next of ['/\\\\evil.example', 'javascript:alert(1)']) {
  test(`signing in does not redirect to ${next}`, { tag: '@all' }, async ({ page, baseURL }) => {
    const { email } = await createUser()
    await signIn(page, email, `/sign-in?${new URLSearchParams({ next })}`)
    await expect(page).toHaveURL(`${baseURL}/`)
  })
}

test('input that is submitted before the scripts load is handled then, and gets into no URL', async ({
  page,
}) => {
  const { email } = await createUser()
  const letScriptsCome = await holdScripts(page)
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.goto('/sign-in?next=%2Fstudio', { waitUntil: 'commit' })
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill(password)
  await field(page, 'passwordLabel').press('Enter')
  await expect(page).toHaveURL('/sign-in?next=%2Fstudio')
  letScriptsCome()
  await expect(page).toHaveURL('/studio')
  await expectMember(page)
  expect(urls.filter((target) => target.includes(encodeURIComponent(password)))).toEqual([])
})

test('the other button of the form, pressed before the scripts load, is handled too', async ({ page }) => {
  const { email } = await createUser()
  const letScriptsCome = await holdScripts(page)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await field(page, 'emailLabel').fill(email)
  await button(page, page_('mailButton')).click()
  letScriptsCome()
  await expect(page.getByRole('heading', { name: page_('sentHeading') })).toBeFocused()
  await mailTo(email, 'magic_link')
  await expect.poll(() => countMails(email)).toBe(1)
})

test('input before the scripts load stays, with the focus, and is checked at the submission', async ({
  page,
}) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/sign-up', { waitUntil: 'commit' })
  await page.getByLabel(word('showPassword')).check()
  await field(page, 'newPasswordLabel').fill('short')
  await field(page, 'emailLabel').fill('ada@exam')
  letScriptsCome()
  await expect(field(page, 'newPasswordLabel')).toHaveAttribute('type', 'text')
  await page.keyboard.type('ple')
  await expect(field(page, 'emailLabel')).toHaveValue('ada@example')
  await button(page, seedText('signUpPage/submit')).click()
  await expect(field(page, 'emailLabel')).toBeFocused()
  await expect(field(page, 'emailLabel')).toHaveAccessibleDescription(word('emailInvalid'))
  await expect(field(page, 'emailLabel')).toHaveValue('ada@example')
  await expect(field(page, 'newPasswordLabel')).toHaveValue('short')
})

test('password managers find their fields', { tag: '@all' }, async ({ page }) => {
  await page.goto('/sign-in')
  await expect(field(page, 'emailLabel')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'passwordLabel')).toHaveAttribute('autocomplete', 'current-password')
  await page.goto('/sign-up')
  await expect(field(page, 'newPasswordLabel')).toHaveAttribute('autocomplete', 'new-password')
  await field(page, 'newPasswordLabel').fill('readable')
  await page.getByLabel(word('showPassword')).check()
  await expect(field(page, 'newPasswordLabel')).toHaveAttribute('type', 'text')
  await expect(field(page, 'newPasswordLabel')).toHaveValue('readable')
})

test('an email with a link and a code signs in without a password', async ({ page }) => {
  const { email } = await createUser()
  await page.goto('/sign-in')
  await field(page, 'emailLabel').fill(email)
  await button(page, page_('mailButton')).click()
  await expect(page.getByRole('heading', { name: page_('sentHeading') })).toBeFocused()
  const { link, code } = await mailTo(email, 'magic_link')
  await field(page, 'codeLabel').fill(code)
  await button(page, page_('codeSubmit')).click()
  await expect(page).toHaveURL('/')
  await expectMember(page)
  // The code has used up the link of the same e-mail.
  await followLink(page, link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/expiredHeading') })).toBeVisible()
})

test('the link of that email signs in, and no response reveals who has an account', { tag: '@all' }, async ({
  page,
}) => {
  const { email } = await createUser()
  await page.goto('/sign-in')
  const stranger = createEmail()
  await field(page, 'emailLabel').fill(stranger)
  await button(page, page_('mailButton')).click()
  await expect(page.getByText(page_('sentText').replace('{email}', stranger))).toBeVisible()
  expect(await countMails(stranger)).toBe(0)
  await button(page, word('startOver')).click()
  await field(page, 'emailLabel').fill(email)
  await button(page, page_('mailButton')).click()
  await followLink(page, (await mailTo(email, 'magic_link')).link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/signedInHeading') })).toBeVisible()
  await expectMember(page)
})

test('a user without a confirmed email can request another link', { tag: '@all' }, async ({ page }) => {
  const email = createEmail()
  await accountAdmin().auth.admin.createUser({ email, password })
  await page.goto('/sign-in')
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill(password)
  await button(page, page_('submit')).click()
  await expect(alertOn(page)).toHaveText(word('emailNotConfirmed'))
  await button(page, word('resend')).click()
  await followLink(page, (await mailTo(email, 'confirmation')).link)
  await expect(page.getByRole('heading', { name: word('choosePasswordHeading') })).toBeFocused()
})

for (const status of [500, 503]) {
  test(`accounts that respond ${status} are explained, and the input stays`, { tag: '@all' }, async ({
    page,
  }) => {
    const { email } = await createUser()
    await breakAccounts({ status })
    await page.goto('/sign-in')
    await field(page, 'emailLabel').fill(email)
    await field(page, 'passwordLabel').fill(password)
    await button(page, page_('submit')).click()
    await expect(alertOn(page)).toHaveText(word('serviceDown'))
    await expect(field(page, 'passwordLabel')).toHaveValue(password)
    await resetAccounts()
    await button(page, page_('submit')).click()
    await expect(page).toHaveURL('/')
  })
}

test('being offline is explained, and the input stays', { tag: '@all' }, async ({ page, context }) => {
  const { email } = await createUser()
  const settle = watchLoading(page)
  await page.goto('/sign-in')
  await expectAlive(page)
  await field(page, 'emailLabel').fill(email)
  await settle()
  await context.setOffline(true)
  await field(page, 'passwordLabel').fill(password)
  await button(page, page_('submit')).click()
  await expect(alertOn(page)).toHaveText(word('offline'))
  await context.setOffline(false)
  await button(page, page_('submit')).click()
  await expect(page).toHaveURL('/')
})

test('a slow service is awaited, and one press sends one request', { tag: '@all' }, async ({ page }) => {
  const { email } = await createUser()
  await breakAccounts({ delayMs: 1500, count: 1 })
  const tokens: string[] = []
  page.on('request', (request) => request.url().includes('/token') && tokens.push(request.method()))
  await page.goto('/sign-in')
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill(password)
  await button(page, page_('submit')).click()
  await expect(statusOn(page)).toHaveText(word('working'))
  await field(page, 'passwordLabel').press('Enter')
  await expect(page).toHaveURL('/')
  expect(tokens.filter((method) => method === 'POST')).toHaveLength(1)
})

test('a browser without storage is reported', { tag: '@all' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  const { email } = await createUser()
  await page.goto('/sign-in')
  await field(page, 'emailLabel').fill(email)
  await field(page, 'passwordLabel').fill(password)
  await button(page, page_('submit')).click()
  await expect(alertOn(page)).toHaveText(word('storageBlocked'))
  await expectMember(page, false)
})

test('a forgotten password is replaced, by the link and by the code', async ({ page }) => {
  const { email } = await createUser()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: page_('forgotLink') }).click()
  await expect(page).toHaveURL('/forgot-password')
  await field(page, 'emailLabel').fill(email)
  await button(page, seedText('forgotPasswordPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('forgotPasswordPage/sentHeading') })).toBeFocused()
  await followLink(page, (await mailTo(email, 'recovery')).link)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText(word('accountNote').replace('{email}', email))).toBeVisible()
  await field(page, 'newPasswordLabel').fill(password)
  await button(page, seedText('resetPasswordPage/submit')).click()
  await expect(page.getByText(word('passwordSame'))).toBeVisible()
  await field(page, 'newPasswordLabel').fill('another horse battery')
  await button(page, seedText('resetPasswordPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('resetPasswordPage/doneHeading') })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await page.goto('/forgot-password')
  await field(page, 'emailLabel').fill(email)
  await button(page, seedText('forgotPasswordPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('forgotPasswordPage/sentHeading') })).toBeFocused()
  await field(page, 'codeLabel').fill((await mailTo(email, 'recovery', 2)).code)
  await button(page, seedText('forgotPasswordPage/codeSubmit')).click()
  await expect(page).toHaveURL('/reset-password')
})

test('the page for a new password redirects visitors without a link to request one', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/reset-password')
  await expect(page.getByText(seedText('resetPasswordPage/missingText'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    seedText('resetPasswordPage/visitorHeading'),
    { useInnerText: true },
  )
  await expect(page.getByText(seedText('resetPasswordPage/lead'))).toBeHidden()
  await expect(field(page, 'newPasswordLabel')).toBeHidden()
  await page.getByRole('link', { name: seedText('resetPasswordPage/missingLink') }).click()
  await expect(page).toHaveURL('/forgot-password')
})
