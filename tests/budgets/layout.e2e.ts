import { expect, test } from '@playwright/test'
import { open, readToTheEnd } from '../support/browsing.ts'
import { overflowingParts } from '../support/pageParts.ts'
import { allRoutes } from '../support/routes.ts'

const screens = [
  { name: 'at 390 px', viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  { name: 'at 200 % zoom of 1440 px', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  { name: 'at 400 % zoom of 1280 px', viewport: { width: 320, height: 256 }, deviceScaleFactor: 1 },
  { name: 'at 1440 px', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
]

for (const { name, viewport, deviceScaleFactor } of screens) {
  test.describe(name, () => {
    test.use({ viewport, deviceScaleFactor })

    for (const { path } of allRoutes) {
      test(`${path} does not scroll sideways, and nothing is cut off`, async ({ page }) => {
        await open(page, path)
        await readToTheEnd(page)
        expect(await overflowingParts(page)).toEqual([])
      })
    }

    if (viewport.width < 1024) {
      test('the open menu fits', async ({ page }) => {
        await open(page, '/')
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await expect(page.locator('#site-menu')).toBeVisible()
        expect(await overflowingParts(page)).toEqual([])
      })
    }
  })
}

test('overflow would be noticed, also where it is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.locator('main h1').evaluate((heading) => {
    heading.style.whiteSpace = 'nowrap'
    document.documentElement.style.overflowX = 'clip'
  })
  expect((await overflowingParts(page)).join()).toContain('h1')
})

test.describe('with text twice as large', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  for (const { path } of allRoutes) {
    test(`${path} still fits`, async ({ page }) => {
      await open(page, path)
      await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
      expect(await overflowingParts(page)).toEqual([])
    })
  }
})
