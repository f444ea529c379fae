import { expect, test } from '@playwright/test'
import { expectCheckout, expectDistinctDrawings, getSection, openPage } from '../../support/browsing.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

test.describe('the home page', () => {
  const getPage = setUpPage('/')

  test('has its sections in the order of the specification, with three others between them', async () => {
    await expect(getPage().locator('main > section').getByRole('heading', { level: 2 })).toHaveText([
      "What You'll Love",
      seedText('homePage/sections/month/heading'),
      seedText('homePage/sections/impact/heading'),
      '2-Month Growth Package',
      'Who This Is For',
      seedText('homePage/sections/questions/heading'),
      seedText('homePage/sections/closing-offer/heading'),
    ])
  })

  test('has drawings beside its features, and checkout buttons in its hero, offer and closing offer', async () => {
    const features = seedRows('homePage/sections/what-you-will-love/features', ['title'])
    await expectDistinctDrawings(getSection(getPage(), "What You'll Love"), features.length)
    for (const heading of [
      seedText('homePage/sections/hero/heading'),
      '2-Month Growth Package',
      seedText('homePage/sections/closing-offer/heading'),
    ]) {
      const section = getSection(getPage(), heading)
      await expectCheckout(section.getByRole('button', { name: 'Secure My Spot Now', exact: true }))
    }
  })
})

test('a question opens by keyboard', async ({ page }) => {
  await openPage(page, '/services')
  const section = getSection(page, seedText('servicesPage/sections/questions/heading'))
  const question = section.locator('details').first()
  await question.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(question.locator('p').first()).toBeVisible()
})

test('the table of contents of a legal page links to its headings', async ({ page }) => {
  await openPage(page, '/terms')
  const contents = page.getByRole('navigation', { name: seedText('messages/legal/contents') })
  const lastLink = contents.getByRole('link').last()
  const heading = (await lastLink.textContent()) ?? ''
  await lastLink.click()
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport()
})
