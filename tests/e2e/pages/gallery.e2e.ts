import { expect, type Page, test } from '@playwright/test'
import { axeFindings } from '../../support/axe.ts'
import { expectHydrated, open } from '../../support/browsing.ts'
import { phone } from '../../support/screens.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'

const captions = seedRows('gallery/images', ['caption']).flat()
const box = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) =>
  box(page).getByRole('button', { name: seedText(`messages/accessibility/${name}`), exact: true })

/** Opens the third picture of the gallery. */
async function enlarge(page: Page) {
  await open(page, '/studio')
  const link = page.locator('.gallery a').nth(2)
  await expectHydrated(page.locator('.gallery'))
  await link.click()
  await expect(box(page).getByText(captions[2] ?? '', { exact: true })).toBeInViewport()
  return link
}

test('a picture is shown large, and the keyboard leads to the others and back', async ({ page }) => {
  const link = await enlarge(page)
  await page.keyboard.press('ArrowRight')
  await expect(box(page).getByText(captions[3] ?? '', { exact: true })).toBeInViewport()
  await button(page, 'previousPicture').click()
  await expect(box(page).getByText(captions[2] ?? '', { exact: true })).toBeInViewport()
  const picture = box(page).getByRole('img').nth(2)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1000)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('pictures side by side are equally high, and a finger swipes through the large ones', async ({
    page,
  }) => {
    await enlarge(page)
    await box(page)
      .locator('.lightbox-strip')
      .evaluate((strip) => strip.scrollBy({ left: strip.clientWidth * 0.8 }))
    await expect(box(page).getByText(captions[3] ?? '', { exact: true })).toBeInViewport({ ratio: 1 })
    await button(page, 'closePicture').tap()
    await expect(box(page)).toHaveCount(0)
    const heights = await page
      .locator('.gallery > li:not(:first-child):not(:last-child) img')
      .evaluateAll((images) => images.map((image) => Math.round(image.getBoundingClientRect().height)))
    expect(new Set(heights).size).toBe(1)
  })
})

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('a picture is a link to the large one', async ({ page }) => {
    await open(page, '/studio')
    await expect(page.locator('.gallery a').first()).toHaveAttribute('href', /\/images\//)
  })
})
