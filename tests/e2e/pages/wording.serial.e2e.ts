import { expect, type Page, test } from '@playwright/test'
import { createUser, password, resetAccounts } from '../../support/accounts.ts'
import { expectHydrated, openPage } from '../../support/browsing.ts'
import { isPseudo, isPseudoPhone, pseudoLocalize, pseudoText } from '../../support/contentVariants/index.ts'
import { resetMail, setMailFault } from '../../support/mail.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'
import { allRoutes } from '../../support/routes.ts'
import { seedText } from '../../support/seedContent.ts'
import { listAccessibilityStrings, listDocumentStrings } from '../../support/spokenStrings.ts'

/**
 * Finds hard-coded texts: with pseudo-localized content, no page shows a plain word.
 * Numbers, dates and money that formatters compute stand alone or within a string of the content; `isPseudo` lets
 * exactly those pass.
 */
async function hardCoded(page: Page): Promise<string[]> {
  const found = [...(await listDocumentStrings(page)), ...(await listAccessibilityStrings(page))]
  expect(found.length).toBeGreaterThan(40)
  return found.flatMap(({ where, text }) => (isPseudo(text) ? [] : [`${where}: ${text}`]))
}

const label = (path: string) => pseudoText(seedText(path))

test.beforeAll(async () => {
  await publishDocuments(pseudoLocalize(await loadSeedDocuments()))
})

test.afterAll(async () => {
  await publishDocuments(await loadSeedDocuments())
})

for (const { path } of allRoutes) {
  test(`${path} has no hardcoded word`, { tag: '@all' }, async ({ page }) => {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^⟦.+⟧$/)
    expect(await hardCoded(page)).toEqual([])
  })
}

test('a hardcoded word would be found, in any place', { tag: '@all' }, async ({ page }) => {
  await openPage(page, '/')
  await page.evaluate(() => {
    document.querySelector('main h1')?.setAttribute('title', 'in an attribute')
    document.querySelector('main h1')?.append('in the text')
    document.head.insertAdjacentHTML('beforeend', '<meta property="og:new" content="in metadata">')
    document.head.insertAdjacentHTML('beforeend', '<style>footer::after{content:"in a style"}</style>')
    document.head.insertAdjacentHTML(
      'beforeend',
      '<script type="application/ld+json">{"name":"in structured data"}</script>',
    )
    document.body.insertAdjacentHTML('beforeend', '<p hidden>in a hidden part</p>')
    document.body.insertAdjacentHTML('beforeend', '<input type="text" aria-label="" placeholder="in a box">')
  })
  const found = (await hardCoded(page)).join('\n')
  const places = [
    'an attribute',
    'the text',
    'metadata',
    'a style',
    'structured data',
    'a hidden part',
    'a box',
  ]
  for (const place of places) expect(found).toContain(`in ${place}`)
})

test('the open menu has no hardcoded word', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/')
  await page.getByRole('button', { name: label('messages/accessibility/openMenu'), exact: true }).click()
  await expect(page.locator('#site-menu')).toBeVisible()
  expect(await hardCoded(page)).toEqual([])
})

for (const [path, video] of [
  ['/', 'homePage/sections/hero/video/title'],
  ['/studio', 'studioPage/sections/tour/video/title'],
] as const) {
  test(`the player on ${path} has no hardcoded word`, { tag: '@all' }, async ({ page }) => {
    await openPage(page, path)
    const fill = (message: string) => label(message).replace('{title}', label(video))
    await page.getByRole('button', { name: fill('messages/video/play'), exact: true }).click()
    await expect(page.getByLabel(fill('messages/video/player'), { exact: true })).toBeVisible()
    const found = await listDocumentStrings(page)
    expect(found.filter(({ text }) => !isPseudo(text))).toEqual([])
  })
}

test('navigation announces only content', { tag: '@all' }, async ({ page }) => {
  await openPage(page, '/')
  for (const name of ['services', 'studio', 'about', 'contact']) {
    await page.getByRole('banner').locator(`nav a[href="/${name}"]`).first().click()
    await expect(page).toHaveURL(`/${name}`)
    await expect(page.locator('main h1').filter({ visible: true })).toHaveText(/^⟦.+⟧$/)
    expect(await hardCoded(page)).toEqual([])
  }
})

test.describe('the contact form', () => {
  /** Opens the hydrated form. Inputs contain no letters, so that they do not count as hard-coded words. */
  async function contactForm(page: Page, url = '/contact') {
    await openPage(page, url)
    const form = page.locator('main form')
    await expect(form).toHaveJSProperty('noValidate', true)
    const field = (name: string) => form.locator(`[name="${name}"]`)
    const submit = () => form.locator('button[type="submit"]').click()
    const write = async () => {
      for (const [name, text] of [
        ['name', '1234'],
        ['email', '5678@pseudo.example'],
        ['phone', '+00 1234567'],
        ['message', '90'],
      ] as const) {
        await field(name).fill(text)
      }
    }
    return { form, field, submit, write }
  }

  test.beforeEach(() => resetMail())
  test.afterEach(() => resetMail())

  test('explains missing and wrong values in texts of the content', { tag: '@all' }, async ({ page }) => {
    const { field, submit, write } = await contactForm(page)
    await submit()
    await expect(page.getByText(label('messages/contactForm/nameRequired'))).toBeVisible()
    await expect(page.getByText(label('messages/contactForm/messageRequired'))).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
    await write()
    await field('email').fill('1234')
    await submit()
    await expect(page.getByText(label('messages/contactForm/emailInvalid'))).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
  })

  for (const topic of ['membership', 'tour', 'session']) {
    test(`names the topic ${topic} in texts of the content`, { tag: '@all' }, async ({ page }) => {
      await contactForm(page, `/contact?topic=${topic}`)
      await expect(page.locator('.contact-topic')).toBeVisible()
      expect(await hardCoded(page)).toEqual([])
    })
  }

  test('confirms a message, beside it and in a toast, in texts of the content', {
    tag: '@all',
  }, async ({ page }) => {
    const { submit, write } = await contactForm(page)
    await write()
    await submit()
    await expect(page.locator('.toast')).toContainText(label('messages/contactForm/successTitle'))
    expect(await hardCoded(page)).toEqual([])
  })

  for (const status of [400, 403, 429, 451, 503]) {
    test(`explains a response of ${status} in texts of the content`, { tag: '@all' }, async ({ page }) => {
      await setMailFault({ status })
      const { form, submit, write } = await contactForm(page)
      await write()
      await submit()
      await expect(page.locator('.toast')).toContainText(label('messages/contactForm/failureTitle'))
      await expect(form.getByRole('alert')).toBeVisible()
      expect(await hardCoded(page)).toEqual([])
    })
  }

  test('explains a lost connection in texts of the content', { tag: '@all' }, async ({ page, context }) => {
    const { form, submit, write } = await contactForm(page)
    await write()
    // Without its scripts, the page cannot show the error.
    await expectHydrated(form)
    await context.setOffline(true)
    await submit()
    await expect(form.getByRole('alert')).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
  })
})

test.describe('the forms of members', () => {
  const account = (name: string) => label(`messages/account/${name}`)

  test('explain errors in texts of the content', { tag: '@all' }, async ({ page }) => {
    await resetAccounts()
    await openPage(page, '/sign-in')
    await page.locator('main button[type="submit"]').first().click()
    await expect(page.getByText(account('emailRequired'))).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
    await page.locator('main [name="email"]').fill('1234@pseudo.example')
    await page.locator('main [name="password"]').fill('12345678')
    await page.locator('main button[type="submit"]').first().click()
    await expect(page.getByText(account('invalidCredentials'))).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
    await page.locator('main button[value="mail"]').click()
    await expect(page.getByRole('heading', { name: label('signInPage/sentHeading') })).toBeVisible()
    expect(await hardCoded(page)).toEqual([])
  })

  test('show the account in texts of the content', { tag: '@all' }, async ({ page }) => {
    await resetAccounts()
    const { email } = await createUser()
    await openPage(page, '/sign-in?next=%2Faccount')
    await page.locator('main [name="email"]').fill(email)
    await page.locator('main [name="password"]').fill(password)
    await page.locator('main button[type="submit"]').first().click()
    await expect(page.getByRole('heading', { name: label('accountPage/deleteHeading') })).toBeVisible()
    await page.getByRole('button', { name: label('accountPage/deleteStart') }).click()
    expect(await hardCoded(page)).toEqual([])
  })
})

test('the phone number and the email address are the content’s', { tag: '@all' }, async ({ page }) => {
  await openPage(page, '/contact')
  const phones = await page.locator('a[href^="tel:"]').allTextContents()
  expect(phones.length).toBeGreaterThan(1)
  expect(phones.filter((phone) => !isPseudoPhone(phone))).toEqual([])
  for (const href of await page
    .locator('a[href^="mailto:"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))) {
    expect(href).toMatch(/^mailto:.+@pseudo\.example$/)
  }
})
