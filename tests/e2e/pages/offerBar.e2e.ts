import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectPageHydrated, getSection, openPage } from '../../support/browsing.ts'
import { findOfferDialog } from '../../support/offerDialog.ts'
import { phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

const getBar = (page: Page) => page.locator('.offer-bar')

const scrollTo = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ behavior: 'instant', block: 'start' }))

test.describe('the price bar on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('appears once the first checkout button is out of view, and opens the dialog', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await expect(getBar(page)).toBeHidden()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await scrollTo(page, '#what-youll-love')
    await expect(getBar(page)).toBeVisible()
    await expect(getBar(page)).toContainText('$997/month for the first 2 months, then $1,497/month')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    expect(await findAxeViolations(page)).toEqual([])

    await getBar(page).getByRole('link', { name: 'Secure My Spot', exact: true }).tap()
    const { dialog } = findOfferDialog(page)
    await expect(dialog).toBeVisible()
    await expect(getBar(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(getBar(page)).toBeVisible()
  })

  test('appears once the heading is out of view if the first checkout button is far below or missing', async ({
    page,
  }) => {
    for (const [path, section] of [
      ['/services', '#services'],
      ['/studio', '#gallery'],
    ] as const) {
      await openPage(page, path)
      await expectPageHydrated(page)
      await expect(getBar(page)).toBeHidden()
      await scrollTo(page, section)
      await expect(getBar(page)).toBeVisible()
    }
  })

  test('hides while another checkout button, the footer or the page’s top is visible', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await scrollTo(page, '#what-youll-love')
    await expect(getBar(page)).toBeVisible()
    await getSection(page, seedText('offer/packageName'))
      .getByRole('button', { name: 'Secure My Spot Now' })
      .scrollIntoViewIfNeeded()
    await expect(getBar(page)).toBeHidden()
    await scrollTo(page, '#who-this-is-for')
    await expect(getBar(page)).toBeVisible()
    await scrollTo(page, 'body > footer')
    await expect(getBar(page)).toBeHidden()
    await scrollTo(page, 'h1')
    await expect(getBar(page)).toBeHidden()
  })

  test('is absent from pages without sections', async ({ page }) => {
    for (const path of ['/contact', '/terms']) {
      await openPage(page, path)
      await expect(getBar(page)).toHaveCount(0)
    }
  })
})

test.describe('at 400% zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('the price bar is hidden, since it would cover the page', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await scrollTo(page, 'main .checkout-form .button')
    await expect(page.locator('main .checkout-form .button').first()).toBeInViewport()
    await scrollTo(page, '#what-youll-love')
    await expect(getBar(page)).toHaveClass(/offer-bar-shown/)
    await expect(getBar(page)).toBeHidden()
  })

  test('the purchase dialog opens with its price in view, and Close stays in view', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await page.locator('main .checkout-form .button').first().click()
    const { dialog, closeButton } = findOfferDialog(page)
    await expect(dialog.getByRole('heading')).toBeFocused()
    await expect(dialog.locator('.modal-price:visible')).toBeInViewport({ ratio: 1 })
    await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(closeButton).toBeInViewport({ ratio: 1 })
  })
})

for (const [width, height] of [
  [360, 640],
  [375, 667],
  [390, 664],
  [1366, 650],
] as const)
  test(`in a ${width} × ${height} window, the purchase dialog shows price, email field and button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openPage(page, '/')
    await expectPageHydrated(page)
    await page.locator('main .checkout-form .button').first().click()
    const { dialog, emailField: field, submitButton: button } = findOfferDialog(page)
    await expect(dialog.locator(':focus')).toBeInViewport({ ratio: 1 })
    await expect(dialog.locator('.modal-price').filter({ visible: true })).toBeInViewport({ ratio: 1 })
    const terms = dialog.locator('summary')
    for (const openTerms of [false, true]) {
      if (openTerms) await terms.click()
      const [fieldBox, buttonBox] = [await field.boundingBox(), await button.boundingBox()]
      expect(fieldBox && fieldBox.y + fieldBox.height).toBeLessThanOrEqual(buttonBox?.y ?? 0)
      for (const control of [field, button]) await expect(control).toBeInViewport({ ratio: 1 })
    }
    await terms.focus()
    const [termsBox, fieldBox] = [await terms.boundingBox(), await field.boundingBox()]
    expect(termsBox && termsBox.y + termsBox.height).toBeLessThan(fieldBox?.y ?? 0)
  })
