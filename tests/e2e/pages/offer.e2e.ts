import { expect, type Page, test } from '@playwright/test'
import { delayScripts, expectPageHydrated, getSection, openPage } from '../../support/browsing.ts'
import { findOfferLink } from '../../support/offerDialog.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedTerms, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const findOffer = (page: Page) => getSection(page, '2-Month Growth Package')

test('the offer lists payments by month, and the purchase dialog lists them by date', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-12-31T20:00:00Z'))
  await openPage(page, '/')
  await expectPageHydrated(page)
  await expect(findOffer(page).locator('.payment-schedule > li')).toHaveText([
    'Today$997',
    'In 1 month$997',
    'In 2 months$1,497',
  ])
  await findOfferLink(page).click()
  await expect(page.getByRole('dialog').locator('.payment-schedule > li')).toHaveText([
    'Today$997',
    'January 31, 2027$997',
    'February 28, 2027$1,497',
  ])
  const steps = page.getByRole('dialog').locator('.count')
  const readNumber = (step: Element) => getComputedStyle(step, '::before').content
  expect(await steps.first().evaluate(readNumber)).toMatch(/^counter\(/)
})

test('a button or link that opens the purchase dialog is busy while scripts load', async ({ page }) => {
  const loadPage = await delayScripts(page)
  await openPage(page, '/')
  const button = page.getByRole('main').getByRole('button', { name: 'Secure My Spot Now', exact: true })
  await button.first().click()
  await expect(button.first()).toHaveAttribute('aria-busy', 'true')
  loadPage()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button.first()).not.toHaveAttribute('aria-busy')

  await openPage(page, '/')
  await expectPageHydrated(page)
  const loadDialog = await delayScripts(page)
  const link = findOfferLink(page)
  await link.click()
  await expect(link).toHaveAttribute('aria-busy', 'true')
  loadDialog()
  await expect(dialog).toBeVisible()
  await expect(link).not.toHaveAttribute('aria-busy')
})

test('Back closes the purchase dialog, and leaves no history entry behind', async ({ page }) => {
  await openPage(page, '/about')
  await openPage(page, '/')
  await expectPageHydrated(page)
  const link = findOfferLink(page)
  const dialog = page.getByRole('dialog')
  await link.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')

  await link.click()
  await dialog.getByRole('link', { name: seedText('messages/checkout/termsLink'), exact: true }).click()
  await expect(page).toHaveURL('/terms')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

for (const [name, viewport] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test.describe(`on ${name}`, () => {
    const getPage = setUpPage('/', { viewport })

    test('the introduction, the terms and the checkout button are visible without scrolling', async () => {
      const hero = getSection(getPage(), seedText('homePage/sections/hero/heading'))
      for (const text of [
        seedText('homePage/sections/hero/eyebrow'),
        seedText('homePage/sections/hero/lead'),
        seedTerms(),
      ])
        await expect(hero.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
      const button = hero.getByRole('button', { name: 'Secure My Spot Now', exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
    })
  })
}

test('on a phone, switching to the texts for former members and members moves nothing in the hero', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await openPage(page, '/')
  const hero = page.locator('.hero')
  const size = await hero.boundingBox()
  for (const [attribute, text] of [
    ['data-former', '$1,497 a month. Renews monthly; cancel online anytime.'],
    ['data-member', seedText('messages/subscription/memberText')],
  ] as const) {
    await page.locator('html').evaluate((root, name) => root.toggleAttribute(name), attribute)
    await expect(hero.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible()
    expect(await hero.boundingBox(), attribute).toEqual(size)
  }
})
