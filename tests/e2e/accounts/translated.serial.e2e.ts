import { expect, type Page, test } from '@playwright/test'
import { createUser, password, resetAccountSettings } from '../../support/accounts.ts'
import { type BrowserErrors, collectBrowserErrors, expectPageHydrated } from '../../support/browsing.ts'
import { resetMail, setMailFault } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'
import { translatePage } from '../../support/translation.ts'
import * as contact from '../contact/support.ts'
import { openAsUser } from './support.ts'

test.beforeEach(async () => {
  await resetAccountSettings()
  await resetMail()
})

/** Opens a page and translates it after hydration. */
async function openTranslated(page: Page, path: string): Promise<BrowserErrors> {
  const browserErrors = collectBrowserErrors(page)
  await page.goto(path)
  await expectPageHydrated(page)
  await translatePage(page)
  return browserErrors
}

/** Returns the exceptions, except React's error 418: text that was translated before hydration is rendered again. */
const filterExceptions = ({ all }: BrowserErrors) =>
  all.filter((error) => error.startsWith('exception') && !error.includes('error #418'))

/** Finds a button by its translated label. */
const findTranslatedButton = (page: Page, label: string) => page.getByRole('button', { name: `¡${label}!` })

for (const isMailDown of [false, true]) {
  const outcome = isMailDown ? 'fails to send a message' : 'sends a message'
  test(`a translated contact form ${outcome}`, { tag: '@nightly' }, async ({ page }) => {
    const browserErrors = collectBrowserErrors(page)
    await contact.openForm(page, '/contact?topic=tour')
    await translatePage(page)
    const form = page.locator('.contact-form')
    for (const name of ['name', 'email', 'phone', 'message'] as const)
      await form.locator(`[name=${name}]`).fill(contact.ada[name])
    if (isMailDown) await setMailFault({ status: 503 })
    await form.locator(':scope > [type=submit]').click()
    await expect(form.locator(isMailDown ? '.contact-failed' : '.contact-sent')).toContainText(
      contact.contactText(isMailDown ? 'failureService' : 'successText'),
    )
    expect(filterExceptions(browserErrors)).toEqual([])
  })
}

test('a translated status card shows a failed check, and then the refreshed status', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await createUser()
  await page.route('**/api/check-subscription', (route) => route.abort())
  await openAsUser(page, email, '/')
  const browserErrors = await openTranslated(page, '/')
  const card = page.locator('.status-card')
  await expect(card).toContainText(seedText('messages/subscription/unavailable'))
  await page.unroute('**/api/check-subscription')
  await findTranslatedButton(page, seedText('messages/subscription/refresh')).click()
  await expect(card).toContainText(seedText('messages/subscription/none'))
  expect(filterExceptions(browserErrors)).toEqual([])
})

test('a translated account page opens and closes its forms, shows a field error, and signs out', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await createUser()
  await openAsUser(page, email, '/account')
  const browserErrors = await openTranslated(page, '/account')
  const press = (name: string) => findTranslatedButton(page, seedText(`accountPage/${name}`)).click()
  await press('factorStart')
  await expect(page.locator('.factor-picture')).toBeVisible()
  await press('factorCancel')
  await press('deleteStart')
  await press('deleteCancel')
  await press('passwordSubmit')
  await expect(page.locator('.field-error')).not.toHaveCount(0)
  await press('signOutHere')
  await expect(page.getByText(seedText('accountPage/signedOutText'))).toBeVisible()
  expect(filterExceptions(browserErrors)).toEqual([])
})

test('a translated sign-in page reports a wrong password, and sends a sign-in email', {
  tag: '@nightly',
}, async ({ page }) => {
  const { email } = await createUser()
  const browserErrors = await openTranslated(page, '/sign-in')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(`${password}?`)
  await findTranslatedButton(page, seedText('signInPage/submit')).click()
  await expect(page.locator('.form-failed').last()).toContainText(
    seedText('messages/account/invalidCredentials'),
  )
  await findTranslatedButton(page, seedText('signInPage/mailButton')).click()
  await expect(page.getByText(seedText('signInPage/sentHeading'))).toBeVisible()
  await findTranslatedButton(page, seedText('messages/account/resend')).click()
  await expect(page.locator('.form-done')).toContainText(seedText('messages/account/resent'))
  await findTranslatedButton(page, seedText('messages/account/startOver')).click()
  await expect(page.locator('[name=password]')).toBeVisible()
  expect(filterExceptions(browserErrors)).toEqual([])
})

test('translated pages navigate, open the purchase dialog, and play a video', { tag: '@nightly' }, async ({
  page,
}) => {
  const browserErrors = await openTranslated(page, '/')
  for (const href of ['/services', '/studio', '/about', '/contact', '/terms', '/']) {
    await page
      .locator(`a[href="${href}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(href)
    await expect(page.locator('main h1').filter({ visible: true })).toHaveCount(1)
    for (const control of await page.locator('main .checkout-form .button').filter({ visible: true }).all()) {
      await control.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
  await page.locator('.video-play').filter({ visible: true }).first().click()
  await expect(page.locator('video')).toBeVisible()
  expect(filterExceptions(browserErrors)).toEqual([])
})
