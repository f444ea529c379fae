import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { getMeta, getTexts } from '../../support/markup.ts'
import { seedText } from '../../support/seedContent.ts'

for (const path of [
  '/no-such-page',
  '/services/no-such-service',
  '/index.html',
  '/%C3%A9%20%3Cscript%3E',
  '/wp-login.php',
]) {
  test(`${path} returns 404 with an explanation`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    const html = await response.text()
    expect(getTexts(html, 'h1')).toEqual(['Oops! Page not found'])
    expect(getTexts(html, 'p')).toContain(seedText('notFoundPage/text'))
    expect(getMeta(html, 'robots')[0]).toContain('noindex')
  })
}

test('the “Return to Home” link opens the home page', async ({ page }) => {
  await openPage(page, '/no-such-page')
  await page.getByRole('link', { name: 'Return to Home', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})
