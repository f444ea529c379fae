import { expect, test } from '@playwright/test'
import { findAxeViolations, findAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectPageHydrated, openPage } from '../support/browsing.ts'
import { getMenu, getMenuButton } from '../support/navigation.ts'

// phone.e2e.ts and largeScreen.e2e.ts check every page in its initial state. These tests check other states.

test.describe('the menu', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('has no axe violations in light or dark mode', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).click()
    await expect(getMenu(page)).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  })
})

for (const path of ['/', '/studio']) {
  test(`${path} has no axe violations with its video player open`, { tag: '@nightly' }, async ({ page }) => {
    await openPage(page, path)
    await page.getByRole('button', { name: /^Play video/ }).click()
    await expect(page.locator('video')).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
  })
}

test('findAxeViolations detects a picture without alternative text, and low contrast', async ({ page }) => {
  await openPage(page, '/')
  await expectPageHydrated(page)
  await page.locator('main h1').evaluate((heading) => {
    heading.insertAdjacentHTML(
      'afterend',
      '<img src="/icon.png"><p style="color:#888;background:#999">pale</p>',
    )
  })
  const violations = (await findAxeViolations(page)).join('\n')
  expect(violations).toMatch(/image-alt/)
  expect(violations).toMatch(/color-contrast/)
})
