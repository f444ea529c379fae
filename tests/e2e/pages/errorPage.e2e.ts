import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

const errorText = (name: string) => seedText(`errorPage/${name}`)

test.beforeEach(async ({ page }) => {
  // Rendering the video player throws until `window.isRepaired` exists.
  await page.addInitScript(() => {
    const createElement = document.createElement
    document.createElement = (...args: Parameters<typeof createElement>) => {
      if (args[0] === 'video' && !('isRepaired' in window)) throw new Error('broken by the test')
      return createElement.apply(document, args)
    }
  })
  await openPage(page, '/')
  await page.getByRole('button', { name: /^Play video/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorText('heading'))
})

test('a retry shows the page again once the cause of the error is gone', async ({ page }) => {
  await page.evaluate(() => Object.assign(window, { isRepaired: true }))
  await page.getByRole('button', { name: errorText('retryLabel'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})

test('the error page’s link opens the home page', async ({ page }) => {
  await page
    .getByRole('main')
    .getByRole('link', { name: errorText('homeLabel'), exact: true })
    .click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText('homePage/sections/hero/heading'))
})
