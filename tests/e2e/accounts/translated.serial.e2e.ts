import { expect, type Page, test } from '@playwright/test'
import { createUser, password, resetAccounts } from '../../support/accounts.ts'
import { type BrowserErrors, collectBrowserErrors, expectPageHydrated } from '../../support/browsing.ts'
import { resetMail, setMailFault } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'
import { translatePage } from '../../support/translation.ts'
import * as contact from '../contact/support.ts'
import { openAsMember } from './support.ts'

test.beforeEach(async () => {
  await resetAccounts()
  await resetMail()
})

/** Opens a page and translates it after hydration. */
async function openTranslated(page: Page, path: string): Promise<BrowserErrors> {
  const troubles = collectBrowserErrors(page)
  await page.goto(path)
  await expectPageHydrated(page)
  await translatePage(page)
  return troubles
}

/** Collects exceptions, except error 418: React renders text again that was translated before hydration. */
const exceptions = ({ all }: BrowserErrors) =>
  all.filter((each) => each.startsWith('exception') && !each.includes('error #418'))

/** Finds a button by the beginning of its translated label. */
const button = (page: Page, label: string) => page.getByRole('button', { name: `¡${label}!` })

for (const isDown of [false, true]) {
  const title = isDown ? 'fails to send a message' : 'sends a message'
  test(`a translated contact form ${title}`, async ({ page }) => {
    const troubles = collectBrowserErrors(page)
    await contact.openForm(page, '/contact?topic=tour')
    await translatePage(page)
    const form = page.locator('.contact-form')
    for (const name of ['name', 'email', 'phone', 'message'] as const)
      await form.locator(`[name=${name}]`).fill(contact.ada[name])
    if (isDown) await setMailFault({ status: 503 })
    await form.locator(':scope > [type=submit]').click()
    await expect(form.locator(isDown ? '.contact-failed' : '.contact-sent')).toContainText(
      contact.contactText(isDown ? 'failureService' : 'successText'),
    )
    expect(exceptions(troubles)).toEqual([])
  })
}

test('a translated status card is refreshed, and says that the membership is unknown', async ({ page }) => {
  const { email } = await createUser()
  await page.route('**/api/check-subscription', (route) => route.abort())
  await openAsMember(page, email, '/')
  const troubles = await openTranslated(page, '/')
  const card = page.locator('.status-card')
  await expect(card).toContainText(seedText('messages/subscription/unavailable'))
  await page.unroute('**/api/check-subscription')
  await button(page, seedText('messages/subscription/refresh')).click()
  await expect(card).toContainText(seedText('messages/subscription/none'))
  expect(exceptions(troubles)).toEqual([])
})

test('a translated account page opens each of its steps and signs out', async ({ page }) => {
  const { email } = await createUser()
  await openAsMember(page, email, '/account')
  const troubles = await openTranslated(page, '/account')
  const press = (name: string) => button(page, seedText(`accountPage/${name}`)).click()
  await press('factorStart')
  await expect(page.locator('.factor-picture')).toBeVisible()
  await press('factorCancel')
  await press('deleteStart')
  await press('deleteCancel')
  await press('passwordSubmit')
  await expect(page.locator('.field-error')).not.toHaveCount(0)
  await press('signOutHere')
  await expect(page.getByText(seedText('accountPage/signedOutText'))).toBeVisible()
  expect(exceptions(troubles)).toEqual([])
})

test('translated pages of accounts explain a failure and show their next step', async ({ page }) => {
  const { email } = await createUser()
  const troubles = await openTranslated(page, '/sign-in')
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(`${password}?`)
  await button(page, seedText('signInPage/submit')).click()
  await expect(page.locator('.form-failed').last()).toContainText(
    seedText('messages/account/invalidCredentials'),
  )
  await button(page, seedText('signInPage/mailButton')).click()
  await expect(page.getByText(seedText('signInPage/sentHeading'))).toBeVisible()
  await button(page, seedText('messages/account/resend')).click()
  await expect(page.locator('.form-done')).toContainText(seedText('messages/account/resent'))
  await button(page, seedText('messages/account/startOver')).click()
  await expect(page.locator('[name=password]')).toBeVisible()
  expect(exceptions(troubles)).toEqual([])
})

test('translated pages link to one another, and open their dialogs', async ({ page }) => {
  const troubles = await openTranslated(page, '/')
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
  expect(exceptions(troubles)).toEqual([])
})
