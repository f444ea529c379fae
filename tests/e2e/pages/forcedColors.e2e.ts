import { expect, type Locator, test } from '@playwright/test'
import { expectPageHydrated, openPage } from '../../support/browsing.ts'
import { findOfferDialog, findOfferLink } from '../../support/offerDialog.ts'
import { largeScreen } from '../../support/screens.ts'

/** Whether an element, or its pseudo-element, has a top border whose color differs from the background. */
const hasVisibleBorder = (locator: Locator, pseudoElement?: string) =>
  locator.evaluate((element, pseudo) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(
      element,
      pseudo,
    )
    return (
      borderTopStyle !== 'none' &&
      Number.parseFloat(borderTopWidth) >= 1 &&
      borderTopColor !== backgroundColor
    )
  }, pseudoElement)

/** Returns a pseudo-element's background and color, and the page's background color. */
const getColors = (locator: Locator, pseudoElement: string) =>
  locator.evaluate((element, pseudo) => {
    const pageBackground = getComputedStyle(document.body).backgroundColor
    const { backgroundColor, backgroundImage, color } = getComputedStyle(element, pseudo)
    return { backgroundColor, backgroundImage, color, pageBackground }
  }, pseudoElement)

test.use({ viewport: largeScreen, contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

test('with forced colors, buttons and dialogs have borders', async ({ page }) => {
  await openPage(page, '/')
  await expectPageHydrated(page)
  for (const button of await page.locator('main .button').all())
    expect(await hasVisibleBorder(button)).toBe(true)
  await findOfferLink(page).click()
  const { dialog } = findOfferDialog(page)
  await expect(dialog).toBeVisible()
  expect(await hasVisibleBorder(dialog)).toBe(true)
  for (const button of await dialog.locator('.button').all())
    expect(await hasVisibleBorder(button)).toBe(true)
})

test('with forced colors, the play button and its focus ring are visible', async ({ page }) => {
  await openPage(page, '/')
  const playButton = page.getByRole('button', { name: /^Play video/ })
  const disc = await getColors(playButton, '::before')
  const triangle = await getColors(playButton, '::after')
  expect(disc.backgroundColor).not.toBe(triangle.backgroundColor)
  expect(disc.backgroundColor).not.toBe(disc.pageBackground)
  await playButton.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(playButton).toBeFocused()
  const focusRing = await playButton.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element, '::before')
    return { outlineStyle, outlineWidth, outlineColor, boxShadow }
  })
  expect(focusRing).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' })
  expect(focusRing.boxShadow).not.toBe('none')
  expect(focusRing.outlineColor).not.toBe(disc.pageBackground)
})

test('with forced colors, the month marks and the menu’s close icon are visible', async ({ page }) => {
  await openPage(page, '/')
  const marks = await page
    .locator('.month-marks')
    .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor))
  expect(marks.length).toBeGreaterThan(0)
  const { backgroundImage, pageBackground } = await getColors(page.locator('.menu-button-close'), '::after')
  for (const color of marks) expect(color).not.toBe(pageBackground)
  expect(backgroundImage).toMatch(/gradient/)
})

test('with forced colors, questions have the page’s text color and visible plus signs', async ({ page }) => {
  await openPage(page, '/services')
  const question = page.locator('.question > summary').first()
  const plusSign = await getColors(question, '::after')
  expect(plusSign.backgroundImage).toMatch(/gradient/)
  expect(plusSign.color).not.toBe(plusSign.pageBackground)
  const getColor = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
  expect(await getColor(question.getByRole('heading'))).toBe(await getColor(page.locator('main p').first()))
})
