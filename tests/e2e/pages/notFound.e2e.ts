import { expect, test } from '@playwright/test'
import { open } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

for (const path of [
  '/no-such-page',
  '/services/no-such-service',
  '/index.html',
  '/%C3%A9%20%3Cscript%3E',
  '/wp-login.php',
]) {
  test(`${path} is not found, and says so`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect(page.getByText(seedText('notFoundPage/text'), { exact: true })).toBeVisible()
    await expect(page.locator('meta[name="robots"]').first()).toHaveAttribute('content', /noindex/)
  })
}

test('Return to Home leads to the home page', async ({ page }) => {
  await open(page, '/no-such-page')
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})

test('the page has the navigation and the footer of the site', async ({ page }) => {
  await open(page, '/no-such-page')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Services' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible()
})
