import { expect, type Page, test } from '@playwright/test'
import { createUser, password, resetAccountSettings } from '../../support/accounts.ts'
import { openPage } from '../../support/browsing.ts'
import { withMessages } from '../../support/filledSeed.ts'
import { resetMail } from '../../support/mail.ts'
import { allPagesAndUnknown } from '../../support/pages.ts'
import { isPseudo, pseudoLocalize, pseudoText } from '../../support/pseudo.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'
import { seedText } from '../../support/seedContent.ts'
import { listAccessibilityStrings, listDocumentStrings } from '../../support/spokenStrings.ts'

/**
 * Finds hardcoded texts: on a page with pseudo-localized content, every text that is not pseudo-localized. `isPseudo`
 * accepts numbers, dates and prices, alone or within content, since formatters create them.
 */
async function findHardcodedTexts(page: Page): Promise<string[]> {
  const strings = [...(await listDocumentStrings(page)), ...(await listAccessibilityStrings(page))]
  expect(strings.length).toBeGreaterThan(40)
  return strings.flatMap(({ where, text }) => (isPseudo(text) ? [] : [`${where}: ${text}`]))
}

const pseudoSeedText = (path: string) => pseudoText(seedText(path))

test.beforeAll(async () => {
  await publishDocuments(pseudoLocalize(withMessages(await loadSeedDocuments())))
})

test.afterAll(async () => {
  await publishDocuments(await loadSeedDocuments())
})

for (const { path } of allPagesAndUnknown) {
  test(`${path} has no hardcoded word`, { tag: '@nightly' }, async ({ page }) => {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^⟦.+⟧$/)
    expect(await findHardcodedTexts(page)).toEqual([])
  })
}

for (const [path, video] of [
  ['/', 'homePage/sections/hero/video/title'],
  ['/studio', 'studioPage/sections/tour/video/title'],
] as const) {
  test(`the player on ${path} has no hardcoded word`, { tag: '@nightly' }, async ({ page }) => {
    await openPage(page, path)
    const fillTitle = (message: string) => pseudoSeedText(message).replace('{title}', pseudoSeedText(video))
    await page.getByRole('button', { name: fillTitle('messages/video/play'), exact: true }).click()
    await expect(page.getByLabel(fillTitle('messages/video/player'), { exact: true })).toBeVisible()
    const strings = await listDocumentStrings(page)
    expect(strings.filter(({ text }) => !isPseudo(text))).toEqual([])
  })
}

test.describe('the contact form', () => {
  /** Opens the hydrated form. `fillIn` enters only texts that do not count as hardcoded words. */
  async function openContactForm(page: Page, url = '/contact') {
    await openPage(page, url)
    const form = page.locator('main form')
    await expect(form).toHaveJSProperty('noValidate', true)
    const getField = (name: string) => form.locator(`[name="${name}"]`)
    const submit = () => form.locator('button[type="submit"]').click()
    const fillIn = async () => {
      for (const [name, text] of [
        ['name', '1234'],
        ['email', '5678@pseudo.example'],
        ['phone', '+00 1234567'],
        ['message', '90'],
      ] as const) {
        await getField(name).fill(text)
      }
    }
    return { form, getField, submit, fillIn }
  }

  test.beforeEach(() => resetMail())
  test.afterEach(() => resetMail())

  test('explains missing and invalid input in texts of the content', { tag: '@nightly' }, async ({
    page,
  }) => {
    const { getField, submit, fillIn } = await openContactForm(page)
    await submit()
    await expect(page.getByText(pseudoSeedText('messages/contactForm/nameRequired'))).toBeVisible()
    await expect(page.getByText(pseudoSeedText('messages/contactForm/messageRequired'))).toBeVisible()
    expect(await findHardcodedTexts(page)).toEqual([])
    await fillIn()
    await getField('email').fill('1234')
    await submit()
    await expect(page.getByText(pseudoSeedText('messages/contactForm/emailInvalid'))).toBeVisible()
    expect(await findHardcodedTexts(page)).toEqual([])
  })

  test('confirms a message in texts of the content', {
    tag: '@nightly',
  }, async ({ page }) => {
    const { submit, fillIn } = await openContactForm(page)
    await fillIn()
    await submit()
    await expect(page.locator('.toast')).toContainText(pseudoSeedText('messages/contactForm/successTitle'))
    expect(await findHardcodedTexts(page)).toEqual([])
  })
})

test.describe('the account forms', () => {
  const getAccountText = (name: string) => pseudoSeedText(`messages/account/${name}`)

  test('explain errors in texts of the content', { tag: '@nightly' }, async ({ page }) => {
    await resetAccountSettings()
    await openPage(page, '/sign-in')
    await page.locator('main button[type="submit"]').first().click()
    await expect(page.getByText(getAccountText('emailRequired'))).toBeVisible()
    expect(await findHardcodedTexts(page)).toEqual([])
    await page.locator('main [name="email"]').fill('1234@pseudo.example')
    await page.locator('main [name="password"]').fill('12345678')
    await page.locator('main button[type="submit"]').first().click()
    await expect(page.getByText(getAccountText('invalidCredentials'))).toBeVisible()
    expect(await findHardcodedTexts(page)).toEqual([])
    await page.locator('main button[value="mail"]').click()
    await expect(page.getByRole('heading', { name: pseudoSeedText('signInPage/sentHeading') })).toBeVisible()
    expect(await findHardcodedTexts(page)).toEqual([])
  })

  test('show the account in texts of the content', { tag: '@nightly' }, async ({ page }) => {
    await resetAccountSettings()
    const { email } = await createUser()
    await openPage(page, '/sign-in?next=%2Faccount')
    await page.locator('main [name="email"]').fill(email)
    await page.locator('main [name="password"]').fill(password)
    await page.locator('main button[type="submit"]').first().click()
    await expect(
      page.getByRole('heading', { name: pseudoSeedText('accountPage/deleteHeading') }),
    ).toBeVisible()
    await page.getByRole('button', { name: pseudoSeedText('accountPage/deleteStart') }).click()
    expect(await findHardcodedTexts(page)).toEqual([])
  })
})
