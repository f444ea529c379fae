import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectHydrated, openPage } from '../../support/browsing.ts'
import { phone } from '../../support/screens.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'

const captions = seedRows('gallery/images', ['caption']).flat()
const box = (page: Page) =>
  page.getByRole('dialog', { name: seedText('messages/accessibility/largePictures'), exact: true })
const caption = (page: Page, index: number) =>
  box(page)
    .locator('figcaption')
    .getByText(captions[index] ?? '', { exact: true })
const button = (page: Page, name: string) =>
  box(page).getByRole('button', { name: seedText(`messages/accessibility/${name}`), exact: true })

/** Opens the third picture of the gallery. */
async function enlarge(page: Page) {
  await openPage(page, '/studio')
  const link = page.locator('.gallery a').nth(2)
  await expectHydrated(page.locator('.gallery'))
  await link.click()
  await expect(caption(page, 2)).toBeInViewport()
  return link
}

test('a picture is enlarged, and the keyboard moves to the others and back', async ({ page }) => {
  const link = await enlarge(page)
  await page.keyboard.press('ArrowRight')
  await expect(caption(page, 3)).toBeInViewport()
  await expect(box(page).getByRole('status')).toHaveText(captions[3] ?? '')
  await button(page, 'previousPicture').click()
  await expect(caption(page, 2)).toBeInViewport()
  await expect(box(page).getByRole('status')).toHaveText(captions[2] ?? '')
  const picture = box(page).getByRole('img').nth(2)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1000)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('pictures side by side have equal heights, and a finger swipes through the large ones', async ({
    page,
  }) => {
    await enlarge(page)
    await box(page)
      .locator('.lightbox-strip')
      .evaluate((strip) => strip.scrollBy({ left: strip.clientWidth * 0.8 }))
    await expect(caption(page, 3)).toBeInViewport({ ratio: 1 })
    await button(page, 'closePicture').tap()
    await expect(box(page)).toHaveCount(0)
    const heights = await page
      .locator('.gallery > li:not(:first-child):not(:last-child) img')
      .evaluateAll((images) => images.map((image) => Math.round(image.getBoundingClientRect().height)))
    expect(new Set(heights).size).toBe(1)
  })
})

test('in a window that is higher than wide, the caption is below the picture', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await enlarge(page)
  const picture = box(page).getByRole('img').nth(2)
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => {
        const { width, height, bottom } = image.getBoundingClientRect()
        const caption = image.nextElementSibling?.getBoundingClientRect()
        return {
          // NaN until the picture has loaded.
          isWhole: Math.abs(height - (width * image.naturalHeight) / image.naturalWidth) < 2,
          isFar: !caption || caption.top - bottom > 24 || caption.top < bottom,
        }
      }),
    )
    .toEqual({ isWhole: true, isFar: false })
})

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false })

  test('a picture is a link to the large one', async ({ page }) => {
    await openPage(page, '/studio')
    await expect(page.locator('.gallery a').first()).toHaveAttribute('href', /\/images\//)
  })
})

/** Cells of the gallery's grid that no picture covers, for each number of pictures from 1 to 13. */
function emptyCells(page: Page): Promise<string[]> {
  return page.locator('.gallery').evaluate((list) => {
    const pictures = [...list.children]
    const found: string[] = []
    for (let count = 1; count <= 13; count += 1) {
      const shown = Array.from({ length: count }, (_, at) => pictures[at % pictures.length]?.cloneNode(true))
      list.replaceChildren(...shown.filter((item) => item !== undefined))
      const style = getComputedStyle(list)
      const edges = (tracks: string, gap: string, start: number) => {
        let at = start
        return tracks.split(' ').map((track) => {
          const size = Number.parseFloat(track)
          const middle = at + size / 2
          at += size + Number.parseFloat(gap)
          return middle
        })
      }
      const box = list.getBoundingClientRect()
      const columns = edges(
        style.gridTemplateColumns,
        style.columnGap,
        box.left + Number.parseFloat(style.paddingLeft),
      )
      const rows = edges(style.gridTemplateRows, style.rowGap, box.top + Number.parseFloat(style.paddingTop))
      const boxes = [...list.children].map((item) => item.getBoundingClientRect())
      for (const [row, y] of rows.entries()) {
        for (const [column, x] of columns.entries()) {
          const isCovered = boxes.some(
            ({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom,
          )
          if (!isCovered) found.push(`${count} pictures: row ${row + 1}, column ${column + 1}`)
        }
      }
    }
    return found
  })
}

for (const width of [390, 820, 1440]) {
  test(`any number of pictures fills the grid at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openPage(page, '/studio')
    expect(await emptyCells(page)).toEqual([])
  })
}
