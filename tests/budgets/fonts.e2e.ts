import { expect, test } from '@playwright/test'
import { collectRequestUrls, expectPageHydrated } from '../support/browsing.ts'

for (const path of ['/success', '/auth/confirm', '/account']) {
  test(`${path} preloads the font of its text, and loads it once`, async ({ page }) => {
    const requests = collectRequestUrls(page)
    const response = await page.goto(path)
    await expectPageHydrated(page)
    // Next preloads fonts with the Link header.
    const linkedFonts = response?.headers().link?.match(/(?<=<)\/[^>]*public-sans[^>]*\.woff2/g)
    const preloads = [...new Set(linkedFonts)]
    const loadedFonts = requests.filter((url) => url.includes('public-sans'))
    expect(preloads).toEqual(loadedFonts.map((url) => new URL(url).pathname))
    expect(loadedFonts).toHaveLength(1)
    expect(await page.evaluate(() => document.fonts.check('16px public-sans-optional'))).toBe(true)
  })
}
