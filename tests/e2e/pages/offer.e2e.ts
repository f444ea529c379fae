import { expect, type Page, test } from '@playwright/test'
import { expectPageHydrated, getSection, openPage } from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedTerms, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

/** The amounts of the specification's seven values, their sums, and other numbers of the offer. */
const offerTexts = [
  '$997/month for the first 2 months, then $1,497/month',
  'Cancel anytime',
  '8 studio hours per month',
  '10 social clips per episode',
  '2 cameras',
  ...['$1,600', '$1,200', '$1,500', '$750', '$800', '$500', '$300'],
  ...['$3,600', '$3,050', 'Total value over $6,650'],
  seedText('offer/totalNote'),
  seedText('offer/bonusLine').replace('{amount}', '$1,000'),
  seedText('offer/nextSteps/pay/title'),
  seedText('offer/renewalTerms')
    .replaceAll('{introPrice}', '$997')
    .replaceAll('{months}', '2')
    .replaceAll('{regularPrice}', '$1,497'),
]

const findOffer = (page: Page) => getSection(page, '2-Month Growth Package')

for (const path of ['/', '/services']) {
  test.describe(`the offer on ${path}`, () => {
    const getPage = setUpPage(path)

    test('states prices, terms, inclusions, values and the bonus', async () => {
      for (const text of offerTexts)
        await expect(findOffer(getPage()).getByText(text, { exact: true }).first(), text).toBeVisible()
    })
  })
}

test('offer and purchase dialog show the first payments, the dialog with the dates of a purchase today', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-12-31T20:00:00Z'))
  await openPage(page, '/')
  await expectPageHydrated(page)
  await expect(findOffer(page).locator('.payment-schedule > li')).toHaveText([
    'Today$997',
    'In 1 month$997',
    'In 2 months$1,497',
  ])
  await page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true }).click()
  await expect(page.getByRole('dialog').locator('.payment-schedule > li')).toHaveText([
    'Today$997',
    'January 31, 2027$997',
    'February 28, 2027$1,497',
  ])
})

test('Back closes the purchase dialog, and leaves no entry of it behind', async ({ page }) => {
  await openPage(page, '/about')
  await openPage(page, '/')
  await expectPageHydrated(page)
  const link = page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true })
  const dialog = page.getByRole('dialog')
  await link.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')

  await link.click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

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

    test('the first screen has the eyebrow, the introduction, the terms and the checkout button', async () => {
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

test('the URL after a canceled checkout, /services#offer, shows the offer', async ({ page }) => {
  await openPage(page, '/services#offer')
  await expect(page.getByRole('heading', { name: '2-Month Growth Package' })).toBeInViewport()
})
