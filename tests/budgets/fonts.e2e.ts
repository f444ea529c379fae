import { expect, test } from '@playwright/test'
import { collectRequestUrls, expectPageHydrated } from '../support/browsing.ts'

for (const path of ['/success', '/auth/confirm', '/account']) {
  test(`${path} preloads the text face that its styles use, and loads it once`, async ({ page }) => {
    const requests = collectRequestUrls(page)
    const response = await page.goto(path)
    await expectPageHydrated(page)
    // Next preloads fonts by a header.
    const named = response?.headers().link?.match(/(?<=<)\/[^>]*public-sans[^>]*\.woff2/g)
    const preloads = [...new Set(named)]
    const faces = requests.filter((url) => url.includes('public-sans'))
    expect(preloads).toEqual(faces.map((url) => new URL(url).pathname))
    expect(faces).toHaveLength(1)
    expect(await page.evaluate(() => document.fonts.check('16px public-sans-optional'))).toBe(true)
  })
}
