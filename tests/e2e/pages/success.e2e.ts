import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

test('without a checkout, the success page has the heading for visitors', async ({ page }) => {
  await openPage(page, '/success')
  const statusMessage = page.getByRole('status', { name: seedText('messages/afterCheckout/heading') })
  await expect(statusMessage).toContainText(seedText('messages/afterCheckout/none'))
  const link = statusMessage.getByRole('link', { name: seedText('messages/afterCheckout/offerLink') })
  await expect(link).toHaveAttribute('href', '/services#offer')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(seedText('successPage/visitorHeading'), { useInnerText: true })
})

for (const [name, screen] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test(`on ${name}, the message about the checkout causes no layout shift`, async ({ page }) => {
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

test('after “Check again”, the focus moves to the result', { tag: '@nightly' }, async ({ page }) => {
  // Responses are stubbed, since other tests inject faults into Stripe at the same time.
  const unknownCheckout = { status: 404, json: { error: { code: 'no_checkout' } } }
  await page.route('**/api/checkout-status', (route) => route.fulfill(unknownCheckout))
  await page.route('**/api/checkout-status', (route) => route.abort(), { times: 1 })
  await openPage(page, '/success?session_id=cs_test_of_nobody')
  const statusMessage = page.getByRole('status', { name: seedText('messages/afterCheckout/heading') })
  await statusMessage.getByRole('button', { name: seedText('messages/afterCheckout/retry') }).press('Enter')
  await expect(statusMessage).toBeFocused()
  await expect(statusMessage).toContainText(seedText('messages/afterCheckout/none'))
  await page.keyboard.press('Tab')
  const link = statusMessage.getByRole('link', { name: seedText('messages/afterCheckout/offerLink') })
  await expect(link).toBeFocused()
})
