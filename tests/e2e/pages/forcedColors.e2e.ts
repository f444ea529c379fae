import { expect, type Locator, test } from '@playwright/test'
import { expectPageHydrated, openPage } from '../../support/browsing.ts'
import { getMenu, getMenuButton } from '../../support/navigation.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

/** Whether an element, or its pseudo-element, has an edge of at least one pixel in a color of its own. */
const hasEdge = (element: Locator, part?: string) =>
  element.evaluate((it, pseudo) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(it, pseudo)
    return (
      borderTopStyle !== 'none' &&
      Number.parseFloat(borderTopWidth) >= 1 &&
      borderTopColor !== backgroundColor
    )
  }, part)

/** The painted background of a pseudo-element, and the color of the page behind it. */
const getPaint = (element: Locator, part: string) =>
  element.evaluate((it, pseudo) => {
    const canvas = getComputedStyle(document.body).backgroundColor
    const { backgroundColor, backgroundImage, color } = getComputedStyle(it, pseudo)
    return { backgroundColor, backgroundImage, color, canvas }
  }, part)

test.use({ viewport: largeScreen, contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

test('with forced colors, buttons and dialogs have edges', async ({ page }) => {
  await openPage(page, '/')
  await expectPageHydrated(page)
  for (const button of await page.locator('main .button').all()) expect(await hasEdge(button)).toBe(true)
  await page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: seedText('offer/packageName') })
  await expect(dialog).toBeVisible()
  expect(await hasEdge(dialog)).toBe(true)
  for (const button of await dialog.locator('.button').all()) expect(await hasEdge(button)).toBe(true)
})

test('with forced colors, the play sign and its focus are painted', async ({ page }) => {
  await openPage(page, '/')
  const play = page.getByRole('button', { name: /^Play video/ })
  const disc = await getPaint(play, '::before')
  const sign = await getPaint(play, '::after')
  expect(disc.backgroundColor).not.toBe(sign.backgroundColor)
  expect(disc.backgroundColor).not.toBe(disc.canvas)
  await play.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(play).toBeFocused()
  const ring = await play.evaluate((it) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(it, '::before')
    return { outlineStyle, outlineWidth, outlineColor, boxShadow }
  })
  expect(ring).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' })
  expect(ring.boxShadow).not.toBe('none')
  expect(ring.outlineColor).not.toBe(disc.canvas)
})

test('with forced colors, the plus signs of questions are painted', async ({ page }) => {
  await openPage(page, '/services')
  const question = page.locator('.question > summary').first()
  const plus = await getPaint(question, '::after')
  expect(plus.backgroundImage).toMatch(/gradient/)
  expect(plus.color).not.toBe(plus.canvas)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('with forced colors, the bar of the menu button is an edge', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).click()
    const close = getMenu(page).getByRole('button', { name: 'Close menu', exact: true })
    expect(await hasEdge(close, '::after')).toBe(true)
  })
})
