import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'

// Widths in pixels: portrait A4 and US Letter excluding 2 cm margins; portrait and landscape US Letter including them.
const widths = [643, 665, 816, 1056]

/** Opens a page for printing, and runs a check at each of the {@link widths}. */
async function checkPrint(page: Page, path: string, check: (width: number, name: string) => Promise<void>) {
  await page.emulateMedia({ media: 'print' })
  await openPage(page, path)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 972 })
    await check(width, `${width} px`)
  }
}

test('in print, no drawing overlaps its feature’s text', async ({ page }) => {
  const features = page.locator('.feature-item:has(.feature-drawing)')
  await checkPrint(page, '/', async (_, name) => {
    expect(await features.count()).toBeGreaterThan(3)
    const overlappingCount = await features.evaluateAll(
      (elements) =>
        elements.filter((feature) => {
          const drawing = feature.querySelector('.feature-drawing')?.getBoundingClientRect()
          const range = document.createRange()
          return [...feature.querySelectorAll('h2, h3, h4, p')].some((text) => {
            range.selectNodeContents(text)
            const textBox = range.getBoundingClientRect()
            return (
              drawing &&
              drawing.bottom > textBox.top &&
              drawing.top < textBox.bottom &&
              drawing.right > textBox.left
            )
          })
        }).length,
    )
    expect(overlappingCount, name).toBe(0)
  })
})

test('in print, no service card overlaps the next card or section', async ({ page }) => {
  await checkPrint(page, '/services', async (_, name) => {
    const distances = await page.locator('.service-card').evaluateAll((cards) =>
      cards.map((card) => {
        const following = card.nextElementSibling ?? card.closest('section')?.nextElementSibling
        const bottoms = [...card.querySelectorAll('*')].map(
          (element) => element.getBoundingClientRect().bottom,
        )
        return (following?.getBoundingClientRect().top ?? Infinity) - Math.max(...bottoms)
      }),
    )
    expect(distances.length, name).toBeGreaterThan(1)
    expect(Math.min(...distances), name).toBeGreaterThanOrEqual(-1)
  })
})

test('in print, the text of the terms fills at least 90% of the width', async ({ page }) => {
  await checkPrint(page, '/terms', async (width, name) => {
    const text = await page.locator('.rich-text').boundingBox()
    expect(text?.width, name).toBeGreaterThan(width * 0.9)
  })
})

test('the home page prints on at most five sheets', async ({ page }) => {
  await openPage(page, '/')
  for (const format of ['A4', 'Letter']) {
    const pdf = await page.pdf({ format, preferCSSPageSize: true })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect(sheets.length, format).toBeGreaterThan(1)
    expect(sheets.length, format).toBeLessThanOrEqual(5)
  }
})

test('in print, the footer precedes the content, so that it is never alone on the last sheet', async ({
  page,
}) => {
  await checkPrint(page, '/terms', async (_, name) => {
    const footer = await page.getByRole('contentinfo').boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(footer?.height, name).toBeGreaterThan(10)
    expect((footer?.y ?? Infinity) + (footer?.height ?? 0), name).toBeLessThanOrEqual(main?.y ?? 0)
  })
})
