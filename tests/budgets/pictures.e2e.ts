import { expect, test } from '@playwright/test'
import { open } from '../support/browsing.ts'
import { allRoutes } from '../support/routes.ts'

/** KiB of the largest picture on a phone's first screen, and of all fonts of a page. */
const largest = 60
const fonts = 60

const kib = (body: Buffer) => body.byteLength / 1024

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

for (const { path } of allRoutes) {
  test(`the first screen of ${path} has no picture over ${largest} KiB, and its fonts have ${fonts}`, async ({
    page,
  }) => {
    const pictures = new Map<string, Promise<Buffer>>()
    const faces: Promise<Buffer>[] = []
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (type.startsWith('image/')) pictures.set(response.url(), response.body())
      if (type.startsWith('font/')) faces.push(response.body())
    })
    await open(page, path)
    await page.waitForLoadState('networkidle')
    const seen = await page
      .locator('main img')
      .evaluateAll((images) =>
        images
          .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
          .map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')),
      )
    for (const address of seen) {
      const body = await pictures.get(address)
      expect(body, `${address} has arrived`).toBeDefined()
      if (body) expect(kib(body), address).toBeLessThanOrEqual(largest)
    }
    const bodies = await Promise.all(faces)
    expect(bodies.length, 'fonts').toBeGreaterThan(0)
    expect(bodies.reduce((sum, body) => sum + kib(body), 0)).toBeLessThanOrEqual(fonts)
  })
}

test('the first screen of the home page has its picture', async ({ page }) => {
  await open(page, '/')
  await expect(page.locator('main img').first()).toBeInViewport()
})
