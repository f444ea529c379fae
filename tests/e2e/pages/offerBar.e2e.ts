import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectPageHydrated, getSection, openPage } from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

const bar = (page: Page) => page.locator('.offer-bar')

const show = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((part) => part.scrollIntoView({ behavior: 'instant', block: 'start' }))

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('the price bar shows once the first button has scrolled out', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await expect(bar(page)).toBeHidden()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await show(page, '#what-youll-love')
    await expect(bar(page)).toBeVisible()
    await expect(bar(page)).toContainText('$997/month for the first 2 months, then $1,497/month')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    expect(await findAxeViolations(page)).toEqual([])

    await bar(page).getByRole('link', { name: 'Secure My Spot', exact: true }).tap()
    const box = page.getByRole('dialog', { name: seedText('offer/packageName') })
    await expect(box).toBeVisible()
    await expect(bar(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
    await expect(bar(page)).toBeVisible()
  })

  test('it hides for another checkout button, for the footer, and at the top', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await show(page, '#what-youll-love')
    await expect(bar(page)).toBeVisible()
    await getSection(page, seedText('offer/packageName'))
      .getByRole('button', { name: 'Secure My Spot Now' })
      .scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeHidden()
    await show(page, '#who-this-is-for')
    await expect(bar(page)).toBeVisible()
    await show(page, 'body > footer')
    await expect(bar(page)).toBeHidden()
    await show(page, 'h1')
    await expect(bar(page)).toBeHidden()
  })

  test('it hides while an input has the focus', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await show(page, '#what-youll-love')
    await expect(bar(page)).toBeVisible()
    await page.evaluate(() => {
      const field = document.createElement('input')
      document.querySelector('main')?.append(field)
      field.focus({ preventScroll: true })
    })
    await expect(bar(page)).toBeHidden()
    await page.locator('main > input').evaluate((field) => field.blur())
    await expect(bar(page)).toBeVisible()
  })

  test('no page without a checkout button has it', async ({ page }) => {
    for (const path of ['/studio', '/contact', '/terms']) {
      await openPage(page, path)
      await expect(bar(page)).toHaveCount(0)
    }
  })
})

test.describe('at 400 % zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('it covers nothing of the page', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await show(page, 'main .checkout-form .button')
    await expect(page.locator('main .checkout-form .button').first()).toBeInViewport()
    await show(page, '#what-youll-love')
    await expect(bar(page)).toHaveClass(/offer-bar-shown/)
    await expect(bar(page)).toBeHidden()
  })
})

test.describe('on a large screen', () => {
  test.use({ viewport: largeScreen })

  test('there is no bar', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await show(page, '#what-youll-love')
    await expect(bar(page)).toBeHidden()
  })
})
