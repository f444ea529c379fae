import { expect, test } from '@playwright/test'
import { open, readToTheEnd } from '../support/browsing.ts'
import { overflowingParts } from '../support/pageParts.ts'
import { allRoutes } from '../support/routes.ts'

/** Zoom makes the window smaller in CSS pixels: 200 % of 1440, 400 % of 1280. */
const screens = [
  { name: 'at 390 px', width: 390, height: 844 },
  { name: 'at 200 % zoom of 1440 px', width: 720, height: 450 },
  { name: 'at 400 % zoom of 1280 px', width: 320, height: 256 },
  { name: 'at 1024 px, where the menu becomes a row', width: 1024, height: 768 },
  { name: 'at 1440 px', width: 1440, height: 900 },
]
const withMenu = screens.filter(({ width }) => width < 1024)

for (const { path } of allRoutes) {
  test(`${path} does not scroll sideways, and nothing is cut off, on any screen`, async ({ page }) => {
    await open(page, path)
    for (const { name, ...size } of screens) {
      await page.setViewportSize(size)
      await readToTheEnd(page)
      expect(await overflowingParts(page), name).toEqual([])
    }
  })

  test(`${path} still fits with text twice as large`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await open(page, path)
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
    expect(await overflowingParts(page)).toEqual([])
  })
}

test('the open menu fits on every screen that has it', async ({ page }) => {
  for (const { name, ...size } of withMenu) {
    await page.setViewportSize(size)
    await open(page, '/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.locator('#site-menu')).toBeVisible()
    expect(await overflowingParts(page), name).toEqual([])
  }
})

test('overflow would be noticed, also where it is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.locator('main h1').evaluate((heading) => {
    heading.style.whiteSpace = 'nowrap'
    document.documentElement.style.overflowX = 'clip'
  })
  expect((await overflowingParts(page)).join()).toContain('h1')
})
