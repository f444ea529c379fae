import { expect, type Page, test } from '@playwright/test'
import { getSection, openPage } from '../../support/browsing.ts'
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
