import { expect, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'
import { findDividedWords, findOverflowingElements } from '../support/pageParts.ts'
import { allPagesAndUnknown } from '../support/pages.ts'
import { phone } from '../support/screens.ts'

const phones = [phone, { width: 360, height: 640 }]

for (const { path } of allPagesAndUnknown) {
  test(`${path} breaks no word and keeps a header of two lines with enlarged text on a phone`, async ({
    page,
  }) => {
    await openPage(page, path)
    for (const size of phones) {
      await page.setViewportSize(size)
      for (const percent of [150, 200]) {
        const name = `${percent} % at ${size.width} px`
        await page
          .locator('html')
          .evaluate(({ style }, value) => style.setProperty('font-size', `${value}%`, 'important'), percent)
        expect.soft(await findDividedWords(page), name).toEqual([])
        expect.soft(await findOverflowingElements(page), name).toEqual([])
        const nameLines = await page
          .getByRole('banner')
          .getByRole('link', { name: /, home$/ })
          .first()
          .locator('span')
          .evaluate((element) => element.getClientRects().length)
        expect.soft(nameLines, name).toBeLessThanOrEqual(2)
      }
    }
  })
}

test('findDividedWords detects a word that is divided', async ({ page }) => {
  await openPage(page, '/')
  await page.locator('main h1').evaluate((heading) => {
    heading.style.width = '2em'
  })
  expect(await findDividedWords(page)).toContain('comes')
})
