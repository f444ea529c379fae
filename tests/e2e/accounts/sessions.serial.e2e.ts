import { expect, type Page, test } from '@playwright/test'
import {
  createAdminAuthClient,
  createAuthClient,
  createUser,
  password,
  resetAccountSettings,
  setAccountsFault,
} from '../../support/accounts.ts'
import { phone } from '../../support/screens.ts'
import { accountPageText, formatSignedInText, openAccount } from './accountPage.ts'
import { accountText, expectSignedIn, findAlert, findButton, openAsUser, signIn } from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => resetAccountSettings())

test('signing out here and signing in again affect every tab of the browser, but no other device', async ({
  page,
  context,
}) => {
  const { email } = await openAccount(page)
  const otherClient = createAuthClient()
  await otherClient.auth.signInWithPassword({ email, password })
  const secondTab = await context.newPage()
  await secondTab.goto('/account')
  await expect(secondTab.getByText(formatSignedInText(email))).toBeVisible()
  const thirdTab = await context.newPage()
  await thirdTab.goto('/about')
  await expectSignedIn(thirdTab)
  await findButton(page, accountPageText('signOutHere')).click()
  for (const tab of [page, secondTab])
    await expect(tab.getByText(accountPageText('signedOutText'))).toBeVisible()
  for (const tab of [page, secondTab, thirdTab]) await expectSignedIn(tab, false)
  expect((await otherClient.auth.getUser()).error).toBeNull()
  await signIn(secondTab, email)
  for (const tab of [page, thirdTab]) await expectSignedIn(tab)
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
})

test('signing out on the account page scrolls to the top, and focuses the heading', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAccount(page)
  await findButton(page, accountPageText('signOutHere')).click()
  await expect(
    page.getByRole('heading', { name: accountPageText('signedOutHeading'), exact: true }),
  ).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the home page signs out when the session was ended on another device', { tag: '@all' }, async ({
  page,
}) => {
  const { email } = await createUser()
  await openAsUser(page, email, '/')
  await expectSignedIn(page)
  const otherClient = createAuthClient()
  await otherClient.auth.signInWithPassword({ email, password })
  await otherClient.auth.signOut({ scope: 'global' })
  await page.reload()
  await expectSignedIn(page, false)
  await expect(page.locator('.status-card')).toHaveCount(0)
  await page.goto('/sign-in')
  await expect(page.getByText(accountText('sessionEnded'))).toBeVisible()
})

test('signing out everywhere ends the sessions of other browsers, which report it', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page)
  const context = await browser.newContext()
  const otherPage = await context.newPage()
  await openAsUser(otherPage, email, '/account')
  await expect(otherPage.getByText(formatSignedInText(email))).toBeVisible()
  await findButton(page, accountPageText('signOutEverywhere')).click()
  await expect(page.getByText(accountPageText('signedOutText'))).toBeVisible()
  await otherPage.reload()
  await expect(findAlert(otherPage)).toHaveText(accountText('sessionEnded'))
  await expectSignedIn(otherPage, false)
  await context.close()
})

test('the account page reports that the account was blocked or deleted', { tag: '@nightly' }, async ({
  page,
}) => {
  const { id } = await openAccount(page)
  await createAdminAuthClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('userBanned'))
  await expectSignedIn(page, false)
  const { id: deletedId } = await openAccount(page)
  await createAdminAuthClient().auth.admin.deleteUser(deletedId)
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('accountGone'))
  await expectSignedIn(page, false)
})

test('an outage of the account service is reported, and signs no user out', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await openAccount(page)
  await setAccountsFault({ status: 503 })
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('serviceDown'))
  await expectSignedIn(page)
  await resetAccountSettings()
  await findButton(page, accountPageText('retry')).click()
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
})

/** Shifts the stored session's expiry, as after a computer's sleep, and sets other fields of the session. */
async function shiftSessionExpiry(
  page: Page,
  seconds: number,
  fields: Record<string, string> = {},
): Promise<void> {
  await page.evaluate(
    ([offsetSeconds, changes]) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      Object.assign(session, changes, { expires_at: session.expires_at + offsetSeconds })
      localStorage.setItem(key, JSON.stringify(session))
    },
    [seconds, fields] as const,
  )
}

test("a session continues after a laptop's day of sleep; an ended session is reported", {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await openAccount(page)
  await page.goto('/about')
  await shiftSessionExpiry(page, -90_000)
  await page.goto('/account')
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
  await page.goto('/about')
  await shiftSessionExpiry(page, -90_000, { refresh_token: 'unknown' })
  await page.goto('/account')
  await expect(findAlert(page)).toHaveText(accountText('sessionEnded'))
  await expectSignedIn(page, false)
  // The sign-in page also reports the ended session, until the user has signed in.
  await page.goto('/sign-in?next=%2Faccount')
  await expect(page.getByText(accountText('sessionEnded'))).toBeVisible()
  await signIn(page, email, page.url())
  await expect(page.getByText(formatSignedInText(email))).toBeVisible()
  await findButton(page, accountPageText('signOutHere')).click()
  await expect(page.getByText(accountPageText('signedOutText'))).toBeVisible()
  await expect(page.getByText(accountText('sessionEnded'))).toBeHidden()
})

for (const hours of [1, -1]) {
  test(`a user signs in with a clock that is wrong by ${hours} h`, { tag: '@nightly' }, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await page.clock.resume()
    const { email } = await createUser()
    await signIn(page, email, '/sign-in?next=%2Faccount')
    await expect(page.getByText(formatSignedInText(email))).toBeVisible()
    await page.reload()
    await expect(page.getByText(formatSignedInText(email))).toBeVisible()
  })
}
