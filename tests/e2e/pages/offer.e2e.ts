import { expect, type Page, test } from '@playwright/test'
import { expectCheckout, expectRows, getSection, openPage } from '../../support/browsing.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

/** The amounts of the specification's seven values, in order. */
const valueAmounts = ['$1,600', '$1,200', '$1,500', '$750', '$800', '$500', '$300']
const monthlyAmounts = new Set(['$1,500', '$750', '$800'])

const findOffer = (page: Page) => getSection(page, '2-Month Growth Package')

/** Finds the part of the offer below one of its headings. */
const findOfferPart = (page: Page, heading: string) =>
  findOffer(page)
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
    .last()

for (const path of ['/', '/services']) {
  test.describe(`the offer on ${path}`, () => {
    const getPage = setUpPage(path)

    test('states its price and the cancellation, and has a checkout button', async () => {
      const offer = findOffer(getPage())
      await expect(
        offer.getByText('$997/month for the first 2 months, then $1,497/month', { exact: true }),
      ).toBeVisible()
      await expect(offer.getByText('Cancel anytime', { exact: true })).toBeVisible()
      await expectCheckout(offer.getByRole('button', { name: 'Secure My Spot Now', exact: true }))
    })

    test('states the renewal terms with their values', async () => {
      const terms = seedText('offer/renewalTerms')
        .replaceAll('{introPrice}', '$997')
        .replaceAll('{months}', '2')
        .replaceAll('{regularPrice}', '$1,497')
      await expect(findOffer(getPage()).getByText(terms, { exact: true })).toBeVisible()
    })

    test('includes 8 hours, 10 clips and 2 cameras', async () => {
      const inclusionItems = findOfferPart(getPage(), seedText('offer/inclusionsHeading')).getByRole(
        'listitem',
      )
      await expect(inclusionItems).toHaveCount(3)
      const inclusions = ['8 studio hours per month', '10 social clips per episode', '2 cameras']
      for (const [index, text] of inclusions.entries()) {
        await expect(inclusionItems.nth(index).getByText(text, { exact: true })).toBeVisible()
      }
    })

    test('itemizes its seven values, one-time and monthly, and states the period of their total', async () => {
      const values = findOfferPart(getPage(), seedText('offer/valuesHeading'))
      await expect(values.getByRole('listitem')).toHaveCount(7)
      const rows = seedRows('offer/values', ['title', 'text'])
      for (const [index, amount] of valueAmounts.entries()) {
        const group = findOfferPart(
          getPage(),
          seedText(monthlyAmounts.has(amount) ? 'offer/monthLabel' : 'offer/onceLabel'),
        )
        for (const text of [amount, ...(rows[index] ?? [])])
          await expect(group.locator('..').getByText(text, { exact: true })).toBeVisible()
      }
      for (const text of ['$3,600', '$3,050', 'Total value over $6,650', seedText('offer/totalNote')])
        await expect(values.getByText(text, { exact: true })).toBeVisible()
    })

    test('lists the next steps in order', async () => {
      const steps = findOffer(getPage())
        .getByRole('list')
        .filter({ hasText: seedText('offer/nextSteps/pay/title') })
      await expectRows(steps.getByRole('listitem'), seedRows('offer/nextSteps', ['title', 'text']))
    })

    test('shows the onboarding as a bonus worth $1,000', async () => {
      const bonuses = findOfferPart(getPage(), seedText('offer/bonusesHeading'))
      const bonus = bonuses.getByRole('listitem')
      await expect(bonus).toHaveCount(1)
      await expect(bonus.getByRole('heading', { name: 'Onboarding', exact: true })).toBeVisible()
      await expect(bonus.getByText(seedText('offer/bonuses/onboarding/text'), { exact: true })).toBeVisible()
      await expect(bonus.getByText(seedText('offer/bonusLine').replace('{amount}', '$1,000'))).toBeVisible()
    })
  })
}

test('the URL after a canceled checkout, /services#offer, shows the offer', async ({ page }) => {
  await openPage(page, '/services#offer')
  await expect(page.getByRole('heading', { name: '2-Month Growth Package' })).toBeInViewport()
})
