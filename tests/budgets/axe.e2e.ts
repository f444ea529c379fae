import { expect, test } from '@playwright/test'
import { axeFindings, axeFindingsInBothSchemes } from '../support/axe.ts'
import { expectPageHydrated, openPage } from '../support/browsing.ts'
import { getMenu, menuButton } from '../support/navigation.ts'

// Every page as it opens: phone.e2e.ts and largeScreen.e2e.ts.

test.describe('the menu', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('axe finds no fault in it, light and dark', async ({ page }) => {
    await openPage(page, '/')
    await menuButton(page).click()
    await expect(getMenu(page)).toBeVisible()
    expect(await axeFindingsInBothSchemes(page)).toEqual([])
  })
})

for (const path of ['/', '/studio']) {
  test(`axe finds no fault on ${path} while its video plays`, { tag: '@all' }, async ({ page }) => {
    await openPage(page, path)
    await page.getByRole('button', { name: /^Play video/ }).click()
    await expect(page.locator('video')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  })
}

test('axe detects a planted fault', async ({ page }) => {
  await openPage(page, '/')
  await expectPageHydrated(page)
  await page.locator('main h1').evaluate((heading) => {
    heading.insertAdjacentHTML(
      'afterend',
      '<img src="/icon.png"><p style="color:#888;background:#999">pale</p>',
    )
  })
  const found = (await axeFindings(page)).join('\n')
  expect(found).toMatch(/image-alt/)
  expect(found).toMatch(/color-contrast/)
})
