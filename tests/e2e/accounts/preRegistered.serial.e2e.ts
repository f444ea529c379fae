import { expect, type Page, test } from '@playwright/test'
import { createEmail, mailTo, otherBrowser, password, resetAccounts } from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import { button, expectMember, field, followLink, word } from './support.ts'

const strangersPassword = 'what the stranger typed'

test.beforeEach(() => resetAccounts())

/** A stranger signs up with an email address whose owner has no account yet. */
async function preRegister(): Promise<string> {
  const email = createEmail()
  const { error } = await otherBrowser().auth.signUp({ email, password: strangersPassword })
  expect(error).toBeNull()
  return email
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await field(page, 'emailLabel').fill(email)
  await field(page, 'newPasswordLabel').fill(password)
  await button(page, seedText('signUpPage/submit')).click()
  await expect(page.getByRole('heading', { name: seedText('signUpPage/sentHeading') })).toBeFocused()
}

async function expectOnlyPassword(email: string, expected: string | undefined): Promise<void> {
  for (const typed of [strangersPassword, password]) {
    const { data } = await otherBrowser().auth.signInWithPassword({ email, password: typed })
    expect(data.session !== null, typed).toBe(typed === expected)
  }
}

async function choosePassword(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: word('choosePasswordHeading') })).toBeFocused()
  await expect(page.getByText(word('accountNote').replace('{email}', email))).toBeVisible()
  await expectOnlyPassword(email, undefined)
  await field(page, 'newPasswordLabel').fill(password)
  await button(page, word('choosePasswordSubmit')).click()
  await expect(page.getByRole('heading', { name: word('choosePasswordHeading') })).toBeHidden()
}

test('a confirmation link requires a password of the owner and ends that of a stranger', async ({ page }) => {
  const email = await preRegister()
  await signUp(page, email)
  await followLink(page, (await mailTo(email, 'confirmation')).link)
  await choosePassword(page, email)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/confirmedHeading') })).toBeFocused()
  await expectMember(page)
  await expectOnlyPassword(email, password)
})

test('a stranger’s password ends with the confirmation even when the page is closed at that moment', async ({
  page,
}) => {
  const email = await preRegister()
  await signUp(page, email)
  const closed = new Promise<void>((resolve) => {
    page.on('request', (request) => {
      if (request.url().includes('/verify')) page.close().then(resolve)
    })
  })
  const { link } = await mailTo(email, 'confirmation')
  await page.goto(link)
  await button(page, seedText('confirmPage/submit'))
    .click()
    .catch(() => {})
  await closed
  await expect(async () => {
    const { error } = await otherBrowser().auth.signInWithPassword({ email, password: strangersPassword })
    expect(error?.code).toBe('invalid_credentials')
  }).toPass({ timeout: 10_000 })
})

test('a confirmation code on the sign-up page sets the password that was typed there', async ({ page }) => {
  const email = await preRegister()
  await signUp(page, email)
  await field(page, 'codeLabel').fill((await mailTo(email, 'confirmation')).code)
  await button(page, seedText('signUpPage/codeSubmit')).click()
  await expect(page).toHaveURL('/')
  await expectMember(page)
  await expectOnlyPassword(email, password)
})

for (const way of ['link', 'code'] as const) {
  test(`a sign-in ${way} that confirms an account requires a password`, async ({ page }) => {
    const email = await preRegister()
    await page.goto('/sign-in')
    await field(page, 'emailLabel').fill(email)
    await button(page, seedText('signInPage/mailButton')).click()
    await expect(page.getByRole('heading', { name: seedText('signInPage/sentHeading') })).toBeFocused()
    // The stranger's sign-up was the first, and this one is sent after the response.
    const { link, code } = await mailTo(email, 'confirmation', 2)
    if (way === 'link') await followLink(page, link)
    else {
      await field(page, 'codeLabel').fill(code)
      await button(page, seedText('signInPage/codeSubmit')).click()
    }
    await choosePassword(page, email)
    await expectMember(page)
    await expectOnlyPassword(email, password)
  })
}

test('a confirmation in the browser of the sign-up retains its password after the page was closed', async ({
  page,
  context,
}) => {
  const email = createEmail()
  await signUp(page, email)
  const { link } = await mailTo(email, 'confirmation')
  const another = await context.newPage()
  await page.close()
  await followLink(another, link)
  await expect(another.getByRole('heading', { name: seedText('confirmPage/confirmedHeading') })).toBeFocused()
  await expectOnlyPassword(email, password)
})
