import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectHydrated, openPage } from '../../support/browsing.ts'
import { phone } from '../../support/screens.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'

const captions = seedRows('gallery/images', ['caption']).flat()
const getLightbox = (page: Page) =>
  page.getByRole('dialog', { name: seedText('messages/accessibility/largePictures'), exact: true })
const getCaption = (page: Page, index: number) =>
  getLightbox(page)
    .locator('figcaption')
    .getByText(captions[index] ?? '', { exact: true })
const getButton = (page: Page, name: string) =>
  getLightbox(page).getByRole('button', { name: seedText(`messages/accessibility/${name}`), exact: true })

/** Opens the gallery's third picture in the lightbox, and returns the picture's link. */
async function enlargeThirdPicture(page: Page) {
  await openPage(page, '/studio')
  const link = page.locator('.gallery a').nth(2)
  await expectHydrated(page.locator('.gallery'))
  await link.click()
  await expect(getCaption(page, 2)).toBeInViewport()
  return link
}

test('a picture opens in a lightbox, where keys and buttons show the other pictures', async ({ page }) => {
  const link = await enlargeThirdPicture(page)
  await page.keyboard.press('ArrowRight')
  await expect(getCaption(page, 3)).toBeInViewport()
  await expect(getLightbox(page).getByRole('status')).toHaveText(captions[3] ?? '')
  await getButton(page, 'previousPicture').click()
  await expect(getCaption(page, 2)).toBeInViewport()
  await expect(getLightbox(page).getByRole('status')).toHaveText(captions[2] ?? '')
  const picture = getLightbox(page).getByRole('img').nth(2)
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1000)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(getLightbox(page)).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.click()
  await expect(getLightbox(page)).toHaveCount(1)
  await page.goBack()
  await expect(getLightbox(page)).toHaveCount(0)
  await expect(page).toHaveURL('/studio')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('pictures in a row have equal heights, and scrolling changes the lightbox’s picture', async ({
    page,
  }) => {
    await enlargeThirdPicture(page)
    await getLightbox(page)
      .locator('.lightbox-strip')
      .evaluate((strip) => strip.scrollBy({ left: strip.clientWidth * 0.8 }))
    await expect(getCaption(page, 3)).toBeInViewport({ ratio: 1 })
    await getButton(page, 'closePicture').tap()
    await expect(getLightbox(page)).toHaveCount(0)
    const heights = await page
      .locator('.gallery > li:not(:first-child):not(:last-child) img')
      .evaluateAll((images) => images.map((image) => Math.round(image.getBoundingClientRect().height)))
    expect(new Set(heights).size).toBe(1)
  })
})

test('in a portrait window, an enlarged picture is uncropped and directly above its caption', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await enlargeThirdPicture(page)
  const picture = getLightbox(page).getByRole('img').nth(2)
  await expect
    .poll(() =>
      picture.evaluate((image: HTMLImageElement) => {
        const { width, height, bottom } = image.getBoundingClientRect()
        const captionBox = image.nextElementSibling?.getBoundingClientRect()
        return {
          // This is false until the picture has loaded, since the natural width is 0.
          isUncropped: Math.abs(height - (width * image.naturalHeight) / image.naturalWidth) < 2,
          isCaptionBelow: captionBox && captionBox.top >= bottom && captionBox.top - bottom <= 24,
        }
      }),
    )
    .toEqual({ isUncropped: true, isCaptionBelow: true })
})

test('in a short window, an enlarged picture is at least as tall as in the gallery', async ({ page }) => {
  for (const size of [
    { width: 320, height: 256 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    await openPage(page, '/studio')
    const link = page.locator('.gallery a').nth(2)
    await expectHydrated(page.locator('.gallery'))
    const smallBox = await link.boundingBox()
    await link.click()
    const picture = getLightbox(page).getByRole('img').nth(2)
    await expect(picture).toBeInViewport()
    const largeHeight = await picture.evaluate((image) => image.getBoundingClientRect().height)
    expect(largeHeight).toBeGreaterThanOrEqual(smallBox?.height ?? Infinity)
  }
})

/** Lists the picture counts from 1 to 13 at which the pictures do not fill the gallery's grid. */
function findGaps(page: Page): Promise<number[]> {
  return page.locator('.gallery').evaluate((list: HTMLElement) => {
    const pictures = [...list.children]
    Object.assign(list.style, { gap: '0', padding: '0' })
    const getArea = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return width * height
    }
    return Array.from({ length: 13 }, (_, index) => index + 1).filter((count) => {
      const clones = Array.from({ length: count }, (_, index) =>
        pictures[index % pictures.length]?.cloneNode(true),
      )
      list.replaceChildren(...clones.filter((clone) => clone !== undefined))
      const covered = [...list.children].reduce((area, picture) => area + getArea(picture), 0)
      return covered < getArea(list) * 0.99
    })
  })
}

test.describe('without scripts', () => {
  // Otherwise React would hydrate the pictures that the test replaces.
  test.use({ javaScriptEnabled: false })

  test('a picture links to its file, and 1 to 13 pictures fill the grid', async ({ page }) => {
    await openPage(page, '/studio')
    await expect(page.locator('.gallery a').first()).toHaveAttribute('href', /\/images\//)
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findGaps(page), `${width} px`).toEqual([])
    }
  })
})
