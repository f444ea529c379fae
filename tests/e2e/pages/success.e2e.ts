import { expect, test } from '@playwright/test'
import { delayScripts, expectRows, openPage } from '../../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedRows, seedText, seedTexts } from '../../support/seedContent.ts'

test('it shows the content of a membership and the next steps, and welcomes only buyers', async ({
  page,
}) => {
  await openPage(page, '/success')
  const notice = page.getByRole('status', { name: seedText('messages/afterCheckout/heading') })
  await expect(notice).toContainText(seedText('messages/afterCheckout/none'))
  const link = notice.getByRole('link', { name: seedText('messages/afterCheckout/offerLink') })
  await expect(link).toHaveAttribute('href', '/services#offer')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(seedText('successPage/visitorHeading'), { useInnerText: true })
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

test('Return to Homepage opens the home page', async ({ page }) => {
  await openPage(page, '/success')
  await page.getByRole('link', { name: 'Return to Homepage', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})

for (const [name, screen] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test(`on ${name} the payment’s status moves nothing`, async ({ page }) => {
    await page.setViewportSize(screen)
    await recordLayoutShifts(page)
    for (const [url, text] of [
      ['/success', 'none'],
      ['/success?session_id=cs_test_of_nobody', 'checking'],
    ] as const) {
      await openPage(page, url)
      await expect(page.getByText(seedText(`messages/afterCheckout/${text}`))).toBeVisible()
      expect(await sumLayoutShifts(page), text).toBeLessThan(0.01)
    }
  })
}

test('before the scripts load, only visitors without a checkout read that there is none', async ({
  page,
}) => {
  await delayScripts(page)
  const words = page.getByText(seedText('messages/afterCheckout/none'), { exact: true })
  await openPage(page, '/success', { waitUntil: 'domcontentloaded' })
  await expect(words).toBeVisible()
  await openPage(page, '/success?session_id=cs_test_of_nobody', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('successPage/checkingHeading'), {
    useInnerText: true,
  })
  await expect(words).toHaveCount(1)
  await expect(words).toBeHidden()
})

test('after “Look again” the focus stays at the result', { tag: '@all' }, async ({ page }) => {
  // Parallel tests may inject faults into Stripe.
  const unknown = { status: 404, json: { error: { code: 'no_checkout' } } }
  await page.route('**/api/checkout-status', (route) => route.fulfill(unknown))
  await page.route('**/api/checkout-status', (route) => route.abort(), { times: 1 })
  await openPage(page, '/success?session_id=cs_test_of_nobody')
  const notice = page.getByRole('status', { name: seedText('messages/afterCheckout/heading') })
  await notice.getByRole('button', { name: seedText('messages/afterCheckout/retry') }).press('Enter')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(seedText('messages/afterCheckout/none'))
  await page.keyboard.press('Tab')
  const link = notice.getByRole('link', { name: seedText('messages/afterCheckout/offerLink') })
  await expect(link).toBeFocused()
})
