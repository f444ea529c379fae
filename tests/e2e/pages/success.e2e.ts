import { expect, test } from '@playwright/test'
import { expectRows, open } from '../../support/browsing.ts'
import { seedRows, seedText, seedTexts } from '../../support/seedContent.ts'

for (const path of ['/success', '/success?session_id=cs_test_123']) {
  test(`${path} confirms the membership, with its benefits and what comes next`, async ({ page }) => {
    await open(page, path)
    const heading = path.includes('session_id') ? 'heading' : 'visitorHeading'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(`successPage/${heading}`), {
      useInnerText: true,
    })
    await expect(page.getByText(seedText('successPage/lead'), { exact: true })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: seedText('successPage/benefitsHeading'), exact: true }),
    ).toBeVisible()
    const benefits = page.locator('main ul').getByRole('listitem')
    await expect(benefits).toHaveText(seedTexts('successPage/benefits'))
    for (const benefit of await benefits.all()) await expect(benefit).toBeVisible()
    await expect(
      page.getByRole('heading', { name: seedText('successPage/nextHeading'), exact: true }),
    ).toBeVisible()
    const steps = page.locator('main ol').getByRole('listitem')
    await expectRows(steps, seedRows('successPage/nextSteps', ['title', 'text']))
  })
}

test('whoever comes without a checkout is not told of one', async ({ page }) => {
  await open(page, '/success')
  const notice = page.getByRole('status', { name: seedText('messages/afterCheckout/heading') })
  await expect(notice).toContainText(seedText('messages/afterCheckout/none'))
  const link = notice.getByRole('link', { name: seedText('messages/afterCheckout/offerLink') })
  await expect(link).toHaveAttribute('href', '/services#offer')
})

test('Return to Homepage leads to the home page', async ({ page }) => {
  await open(page, '/success')
  await page.getByRole('link', { name: 'Return to Homepage', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})
