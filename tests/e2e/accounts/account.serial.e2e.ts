import { expect, type Page, test } from '@playwright/test'
import { authenticatorCode } from 'local-cloud/testing/authenticator'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'
import {
  createAdminAuthClient,
  createAuthClient,
  createEmail,
  createUser,
  password,
  resetAccounts,
  setAccountsFault,
  updateAccountSettings,
  waitForEmail,
} from '../../support/accounts.ts'
import { collectBrowserErrors, expectHydrated } from '../../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  accountField,
  accountText,
  expectSignedIn,
  findAlert,
  findButton,
  findStatus,
  followLink,
  openAsMember,
  signIn,
  submitSignIn,
} from './support.ts'

const page_ = (name: string) => seedText(`accountPage/${name}`)
const section = (page: Page, heading: string) =>
  page.getByRole('region', { name: page_(heading), exact: true })
const signedInAs = (email: string) => page_('signedInText').replace('{email}', email)

test.beforeEach(() => resetAccounts())
test.afterEach(() => resetAccounts())

/** Opens the account of a new member. */
async function openAccount(page: Page) {
  const member = await createUser()
  await openAsMember(page, member.email, '/account')
  await expect(page.getByText(signedInAs(member.email))).toBeVisible()
  return member
}

/** Sets up two-step sign-in and returns the key of the app. */
async function setUpApp(page: Page): Promise<string> {
  const part = section(page, 'factorHeading')
  await findButton(part, page_('factorStart')).click()
  await expect(part.getByRole('img', { name: page_('factorPicture') })).toBeVisible()
  await expect(part.getByText(page_('factorScanText'))).toBeFocused()
  const secret = ((await part.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await accountField(part, 'appCodeLabel').fill('000000')
  await findButton(part, page_('factorSubmit')).click()
  await expect(part.getByText(accountText('appCodeWrong'))).toBeVisible()
  await accountField(part, 'appCodeLabel').fill(authenticatorCode(secret))
  await findButton(part, page_('factorSubmit')).click()
  await expect(part.getByText(page_('factorAdded'))).toBeVisible()
  await expect(part.getByText(page_('factorOnText'))).toBeFocused()
  return secret
}

test('visitors are redirected to sign in, and back', async ({ page }) => {
  await page.goto('/account')
  await expect(page.getByText(page_('signedOutText'))).toBeVisible()
  const link = page.getByRole('link', { name: page_('signInLink') }).last()
  // A click during hydration can be lost.
  await expectHydrated(link)
  await link.click()
  await expect(page).toHaveURL('/sign-in?next=%2Faccount')
  const { email } = await createUser()
  await signIn(page, email, page.url())
  await expect(page).toHaveURL('/account')
  await expect(page.getByText(signedInAs(email))).toBeVisible()
})

for (const width of [390, 820, 1440]) {
  test(`at ${width} px nothing moves when the facts of a membership load`, async ({ page }) => {
    const { email } = await createUser()
    await page.setViewportSize({ width, height: 900 })
    await recordLayoutShifts(page)
    await page.route('**/api/check-subscription', (route) =>
      route.fulfill({
        json: {
          subscribed: true,
          subscription_tier: seedText('offer/name'),
          subscription_end: '2027-09-24T12:00:00.000Z',
          status: 'active',
          ending: false,
          past_due: false,
          manageable: true,
          next_amount: 99_700,
          currency: 'usd',
          as_of: '2026-11-24T12:00:00.000Z',
          stale: false,
          amount_due: null,
          ended_at: null,
        } satisfies SubscriptionResponse,
      }),
    )
    for (const target of ['/', '/account']) {
      await openAsMember(page, email, target)
      await expect(page.getByRole('button', { name: 'Manage Subscription', exact: true })).toBeVisible()
      await expect(page.locator('.status-card')).toContainText('$997')
      expect(await sumLayoutShifts(page), target).toBeLessThanOrEqual(0.01)
    }
  })
}

test('visitors without a membership find the headline and the button in the first window of a phone', async ({
  page,
}) => {
  const { email } = await createUser()
  await page.setViewportSize(phone)
  await openAsMember(page, email, '/')
  const none = seedText('messages/subscription/none')
  await expect(page.locator('.status-card')).toContainText(none)
  await recordLayoutShifts(page)
  await page.reload()
  await expect(page.locator('.status-card')).toContainText(none)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  const hero = page.locator('main > section').first()
  await expect(hero.getByRole('button', { name: 'Secure My Spot Now', exact: true })).toBeInViewport({
    ratio: 1,
  })
  expect(await sumLayoutShifts(page)).toBeLessThanOrEqual(0.01)
})

test('the email changes once both links are opened', { tag: '@all' }, async ({ page }) => {
  const troubles = collectBrowserErrors(page)
  const { email, id } = await openAccount(page)
  const newEmail = createEmail()
  await page.getByLabel(page_('newEmailLabel'), { exact: true }).fill(newEmail)
  await findButton(page, page_('emailSubmit')).click()
  await expect(findStatus(page)).toHaveText(
    page_('emailSentText').replace('{newEmail}', newEmail).replace('{email}', email),
  )
  await followLink(page, (await waitForEmail(newEmail, 'email_change')).link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/halfHeading') })).toBeFocused()
  await followLink(page, (await waitForEmail(email, 'email_change')).link)
  await expect(page.getByRole('heading', { name: seedText('confirmPage/changedHeading') })).toBeFocused()
  await page.getByRole('link', { name: seedText('confirmPage/continueLink') }).click()
  await expect(page.getByText(signedInAs(newEmail))).toBeVisible()
  const { data } = await createAdminAuthClient().auth.admin.getUserById(id)
  expect(data.user?.email).toBe(newEmail)
  expect(troubles.all).toEqual([])
})

test('the password changes, with every proof that the project requires', { tag: '@all' }, async ({
  page,
}) => {
  const { email } = await openAccount(page)
  const part = section(page, 'passwordHeading')
  await updateAccountSettings({ passwordNeedsCurrent: true })
  await accountField(part, 'newPasswordLabel').fill('another horse battery')
  await findButton(part, page_('passwordSubmit')).click()
  await accountField(part, 'currentPasswordLabel').fill('not this one')
  await findButton(part, page_('passwordSubmit')).click()
  await expect(part.getByText(accountText('passwordWrong'))).toBeVisible()
  await accountField(part, 'currentPasswordLabel').fill(password)
  await findButton(part, page_('passwordSubmit')).click()
  await expect(part.getByText(page_('passwordDone'))).toBeVisible()
  const { error } = await createAuthClient().auth.signInWithPassword({
    email,
    password: 'another horse battery',
  })
  expect(error).toBeNull()
})

test('two-step sign-in is set up, required, and turned off', { tag: '@all' }, async ({ page, browser }) => {
  const { email } = await openAccount(page)
  const secret = await setUpApp(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto('/sign-in?next=%2Faccount')
  await accountField(other, 'emailLabel').fill(email)
  await accountField(other, 'passwordLabel').fill(password)
  await findButton(other, seedText('signInPage/submit')).click()
  await expect(other.getByRole('heading', { name: accountText('secondFactorHeading') })).toBeFocused()
  // After leaving, the code is required again before the account is shown.
  await other.goto('/account')
  await expect(other.getByText(accountText('secondFactorText'))).toBeVisible()
  await expect(other.getByText(signedInAs(email))).toBeHidden()
  // A user without the phone can leave.
  const restarted = other.waitForEvent('load')
  await findButton(other, accountText('secondFactorLeave')).click()
  await restarted
  await expect(other.getByText(page_('signedOutText'))).toBeVisible()
  await other.goto('/sign-in?next=%2Faccount')
  await submitSignIn(other, email)
  await accountField(other, 'appCodeLabel').fill(authenticatorCode(secret, 30))
  await findButton(other, accountText('secondFactorSubmit')).click()
  await expect(other.getByText(signedInAs(email))).toBeVisible()
  await context.close()
  const part = section(page, 'factorHeading')
  await findButton(part, page_('factorRemove')).click()
  await expect(part.getByText(page_('factorRemoved'))).toBeVisible()
  await expect(findButton(part, page_('factorStart'))).toBeVisible()
})

test('a second app works after the first one is lost', { tag: '@all' }, async ({ page }) => {
  const { email } = await openAccount(page)
  await setUpApp(page)
  const part = section(page, 'factorHeading')
  await findButton(part, page_('factorAnother')).click()
  await expect(part.getByRole('img', { name: page_('factorPicture') })).toBeVisible()
  const second = ((await part.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await accountField(part, 'appCodeLabel').fill(authenticatorCode(second))
  await findButton(part, page_('factorSubmit')).click()
  await expect(part.getByRole('listitem')).toHaveCount(2)
  // Two apps that were added in one minute have different names.
  await expect(part.getByRole('listitem').first()).toContainText(/:\d\d:\d\d/)
  await findButton(section(page, 'sessionsHeading'), page_('signOutHere')).click()
  await page.goto('/sign-in?next=%2Faccount')
  await accountField(page, 'emailLabel').fill(email)
  await accountField(page, 'passwordLabel').fill(password)
  await findButton(page, seedText('signInPage/submit')).click()
  await accountField(page, 'appCodeLabel').fill(authenticatorCode(second, 30))
  await findButton(page, accountText('secondFactorSubmit')).click()
  await expect(page.getByText(signedInAs(email))).toBeVisible()
  await part
    .getByRole('button', { name: page_('factorRemoveOne') })
    .first()
    .click()
  await expect(part.getByText(page_('factorRemovedOne'))).toBeVisible()
  await expect(part.getByText(page_('factorOnText'))).toBeFocused()
  await expect(part.getByRole('listitem')).toHaveCount(0)
})

test('two-step sign-in shows nothing before its state is loaded', { tag: '@all' }, async ({ page }) => {
  const { email } = await openAccount(page)
  const signedIn = page.getByText(signedInAs(email))
  await page.route('**/auth/v1/user', async (route) => {
    await ((await signedIn.isVisible()) ? route.fulfill({ status: 503, json: {} }) : route.continue())
  })
  await page.reload()
  const part = section(page, 'factorHeading')
  await expect(part.getByRole('alert')).toHaveText(accountText('serviceDown'))
  await expect(part.getByText(page_('factorOffText'))).toBeHidden()
  await expect(findButton(part, page_('factorStart'))).toBeHidden()
  await page.unroute('**/auth/v1/user')
  await findButton(part, page_('retry')).click()
  await expect(part.getByText(page_('factorOffText'))).toBeVisible()
  await expect(part.getByRole('alert')).toBeEmpty()
})

test('signing out here does not affect other devices, and two tabs stay synchronized', async ({
  page,
  context,
}) => {
  const { email } = await openAccount(page)
  const elsewhere = createAuthClient()
  await elsewhere.auth.signInWithPassword({ email, password })
  const second = await context.newPage()
  await second.goto('/account')
  await expect(second.getByText(signedInAs(email))).toBeVisible()
  const third = await context.newPage()
  await third.goto('/about')
  await expectSignedIn(third)
  await findButton(page, page_('signOutHere')).click()
  for (const tab of [page, second]) await expect(tab.getByText(page_('signedOutText'))).toBeVisible()
  for (const tab of [page, second, third]) await expectSignedIn(tab, false)
  expect((await elsewhere.auth.getUser()).error).toBeNull()
  await signIn(second, email)
  for (const tab of [page, third]) await expectSignedIn(tab)
  await expect(page.getByText(signedInAs(email))).toBeVisible()
})

test('signing out scrolls to the top, and focuses its message', async ({ page }) => {
  await page.setViewportSize(phone)
  await openAccount(page)
  await findButton(page, page_('signOutHere')).click()
  await expect(page.getByRole('heading', { name: page_('signedOutHeading'), exact: true })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the home page signs out when the session was ended on another device', async ({ page }) => {
  const { email } = await createUser()
  await openAsMember(page, email, '/')
  await expectSignedIn(page)
  const elsewhere = createAuthClient()
  await elsewhere.auth.signInWithPassword({ email, password })
  await elsewhere.auth.signOut({ scope: 'global' })
  await page.reload()
  await expectSignedIn(page, false)
  await expect(page.locator('.status-card')).toHaveCount(0)
  await page.goto('/sign-in')
  await expect(page.getByText(accountText('sessionEnded'))).toBeVisible()
})

test('signing out everywhere ends every session, and each page shows why', { tag: '@all' }, async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page)
  const context = await browser.newContext()
  const other = await context.newPage()
  await openAsMember(other, email, '/account')
  await expect(other.getByText(signedInAs(email))).toBeVisible()
  await findButton(page, page_('signOutEverywhere')).click()
  await expect(page.getByText(page_('signedOutText'))).toBeVisible()
  await other.reload()
  await expect(findAlert(other)).toHaveText(accountText('sessionEnded'))
  await expectSignedIn(other, false)
  await context.close()
})

test('an account that was deleted or blocked elsewhere is reported', { tag: '@all' }, async ({ page }) => {
  const { id } = await openAccount(page)
  await createAdminAuthClient().auth.admin.updateUserById(id, { ban_duration: '1h' })
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('userBanned'))
  await expectSignedIn(page, false)
  const { id: gone } = await openAccount(page)
  await createAdminAuthClient().auth.admin.deleteUser(gone)
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('accountGone'))
  await expectSignedIn(page, false)
})

test('an outage of accounts signs no user out: the page reports it, and recovers', {
  tag: '@all',
}, async ({ page }) => {
  const { email } = await openAccount(page)
  await setAccountsFault({ status: 503 })
  await page.reload()
  await expect(findAlert(page)).toHaveText(accountText('serviceDown'))
  await expectSignedIn(page)
  await resetAccounts()
  await findButton(page, page_('retry')).click()
  await expect(page.getByText(signedInAs(email))).toBeVisible()
})

/** Changes the stored session's expiry, as after a computer's sleep or with a wrong clock. */
async function moveEnd(page: Page, seconds: number, more: Record<string, string> = {}): Promise<void> {
  await page.evaluate(
    ([move, changes]) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
      const session = JSON.parse(localStorage.getItem(key) ?? '{}')
      Object.assign(session, changes, { expires_at: session.expires_at + move })
      localStorage.setItem(key, JSON.stringify(session))
    },
    [seconds, more] as const,
  )
}

test("a session continues after a laptop's day of sleep; one that ended meanwhile is reported", {
  tag: '@all',
}, async ({ page }) => {
  const { email } = await openAccount(page)
  await page.goto('/about')
  await moveEnd(page, -90_000)
  await page.goto('/account')
  await expect(page.getByText(signedInAs(email))).toBeVisible()
  await page.goto('/about')
  await moveEnd(page, -90_000, { refresh_token: 'ofanotherday' })
  await page.goto('/account')
  await expect(findAlert(page)).toHaveText(accountText('sessionEnded'))
  await expectSignedIn(page, false)
  // Every page explains why to sign in again, until the user has signed in.
  await page.goto('/sign-in?next=%2Faccount')
  await expect(page.getByText(accountText('sessionEnded'))).toBeVisible()
  await signIn(page, email, page.url())
  await expect(page.getByText(signedInAs(email))).toBeVisible()
  await findButton(page, page_('signOutHere')).click()
  await expect(page.getByText(page_('signedOutText'))).toBeVisible()
  await expect(page.getByText(accountText('sessionEnded'))).toBeHidden()
})

for (const hours of [1, -1]) {
  test(`a clock that is ${hours} h wrong blocks no user`, { tag: '@all' }, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    await page.clock.resume()
    const { email } = await createUser()
    await signIn(page, email, '/sign-in?next=%2Faccount')
    await expect(page.getByText(signedInAs(email))).toBeVisible()
    await page.reload()
    await expect(page.getByText(signedInAs(email))).toBeVisible()
  })
}

test('an account is deleted after another proof of identity', async ({ page }) => {
  const { id, email } = await openAccount(page)
  const part = section(page, 'deleteHeading')
  await findButton(part, page_('deleteStart')).click()
  await expect(part.getByText(page_('deleteConfirmText'))).toBeFocused()
  await findButton(part, page_('deleteCancel')).click()
  await expect(findButton(part, page_('deleteStart'))).toBeFocused()
  await page.keyboard.press('Enter')
  await accountField(part, 'currentPasswordLabel').fill('not this one')
  await findButton(part, page_('deleteSubmit')).click()
  await expect(part.getByText(accountText('passwordWrong'))).toBeVisible()
  await findButton(part, page_('deleteMailButton')).click()
  await expect(part.getByText(page_('deleteCodeText').replace('{email}', email))).toBeFocused()
  const { code } = await waitForEmail(email, 'magic_link')
  await accountField(part, 'codeLabel').fill(code)
  await findButton(part, page_('deleteSubmit')).click()
  await expect(page.getByRole('heading', { name: page_('deletedHeading') })).toBeFocused()
  await expectSignedIn(page, false)
  const { error } = await createAdminAuthClient().auth.admin.getUserById(id)
  expect(error?.code).toBe('user_not_found')
})

test('deleting a protected account requires the app as well', { tag: '@all' }, async ({ page }) => {
  const { id } = await openAccount(page)
  const secret = await setUpApp(page)
  const part = section(page, 'deleteHeading')
  await findButton(part, page_('deleteStart')).click()
  await accountField(part, 'currentPasswordLabel').fill(password)
  await findButton(part, page_('deleteSubmit')).click()
  await expect(part.getByText(accountText('secondFactorText'))).toBeVisible()
  expect((await createAdminAuthClient().auth.admin.getUserById(id)).error).toBeNull()
  await accountField(part, 'appCodeLabel').fill(authenticatorCode(secret, 30))
  await findButton(part, accountText('secondFactorSubmit')).click()
  await expect(page.getByRole('heading', { name: page_('deletedHeading') })).toBeVisible()
})
