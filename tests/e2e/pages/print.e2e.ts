import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'

// Widths in pixels: portrait A4 and US Letter excluding 2 cm margins; portrait and landscape US Letter including them.
const widths = [643, 665, 816, 1056]

test('in print, no drawing overlaps its feature’s text', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await openPage(page, '/')
  const features = page.locator('.feature-item:has(.feature-drawing)')
  expect(await features.count()).toBeGreaterThan(3)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 972 })
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
    expect(overlappingCount, `${width} px`).toBe(0)
  }
})

test('in print, no service card overlaps the next card or section', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await openPage(page, '/services')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 972 })
    const distances = await page.locator('.service-card').evaluateAll((cards) =>
      cards.map((card) => {
        const following = card.nextElementSibling ?? card.closest('section')?.nextElementSibling
        const bottoms = [...card.querySelectorAll('*')].map(
          (element) => element.getBoundingClientRect().bottom,
        )
        return (following?.getBoundingClientRect().top ?? Infinity) - Math.max(...bottoms)
      }),
    )
    expect(distances.length, `${width} px`).toBeGreaterThan(1)
    expect(Math.min(...distances), `${width} px`).toBeGreaterThanOrEqual(-1)
  }
})

test('in print, the text of the terms fills at least 90% of the width', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await openPage(page, '/terms')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 972 })
    const text = await page.locator('.rich-text').boundingBox()
    expect(text?.width, `${width} px`).toBeGreaterThan(width * 0.9)
  }
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
  await page.emulateMedia({ media: 'print' })
  await openPage(page, '/terms')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 972 })
    const footer = await page.getByRole('contentinfo').boundingBox()
    const main = await page.getByRole('main').boundingBox()
    expect(footer?.height, `${width} px`).toBeGreaterThan(10)
    expect((footer?.y ?? Infinity) + (footer?.height ?? 0), `${width} px`).toBeLessThanOrEqual(main?.y ?? 0)
  }
})
