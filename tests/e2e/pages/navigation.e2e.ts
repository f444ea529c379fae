import { expect, type Page, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectCheckout, expectPageHydrated, openPage } from '../../support/browsing.ts'
import { getMenu, getMenuButton, navigationLabels, navigationPages } from '../../support/navigation.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'

const siteName = `${seedText('siteSettings/siteName')}, home`

// tests/budgets/phone.e2e.ts and largeScreen.e2e.ts cover the header of every page.

const spotLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true })
const offerBox = (page: Page) => page.getByRole('dialog', { name: seedText('offer/packageName') })

test('Secure My Spot opens the offer with its terms, where the visitor is', async ({ page }) => {
  await openPage(page, '/contact')
  await expectPageHydrated(page)
  await spotLink(page).click()
  const box = offerBox(page)
  await expect(box).toBeVisible()
  await expect(box).toContainText('$997/month for the first 2 months, then $1,497/month')
  await expect(box).toContainText('You pay $997 for each of the first 2 months, then $1,497 a month.')
  await expect(box).toContainText('Cancel online at any time')
  for (const [quantity, title] of seedRows('offer/inclusions', ['quantity', 'title']))
    await expect(box.getByRole('listitem').filter({ hasText: title })).toHaveText(`${quantity} ${title}`)
  await expect(box).toContainText(seedText('messages/checkout/stripeNote'))
  await expect(box.getByRole('link', { name: 'Terms', exact: true })).toHaveAttribute('href', '/terms')
  await expect(box.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible()
  await expectCheckout(box.getByRole('button', { name: seedText('messages/checkout/guestSubmit') }))
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(spotLink(page)).toBeFocused()
  await expect(page).toHaveURL('/contact')
})

test('its dialog links to the checkout, to the whole offer, and back', async ({ page }) => {
  await openPage(page, '/')
  await expectPageHydrated(page)
  await spotLink(page).click()
  await offerBox(page)
    .getByRole('button', { name: seedText('messages/checkout/cancel') })
    .click()
  await expect(offerBox(page)).toBeHidden()
  await spotLink(page).click()
  await offerBox(page)
    .getByRole('button', { name: seedText('messages/checkout/guestSubmit') })
    .click()
  await expect(offerBox(page)).toContainText(seedText('messages/checkout/guestEmailRequired'))
  await expect(offerBox(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await spotLink(page).click()
  await offerBox(page)
    .getByRole('link', { name: seedText('messages/checkout/wholeOffer') })
    .click()
  await expect(page).toHaveURL('/services#offer')
  await expect(offerBox(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
})

for (const width of [320, 360]) {
  test(`at ${width} px the text on the menu’s button has one line`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 })
    await openPage(page, '/')
    const lines = await getMenuButton(page).evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button)
      return words.getClientRects().length
    })
    expect(lines).toBe(1)
  })
}

test.describe('on a small screen', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('it opens and works with the keyboard alone', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(getMenu(page)).toBeVisible()
    const visited: string[] = []
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      visited.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(visited.join(' → ')).toContain(
      ['Close menu', ...navigationLabels, 'Sign in', 'Secure My Spot'].join(' → '),
    )

    await getMenu(page).getByRole('link', { name: 'About', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/about')
    await expect(getMenu(page)).toBeHidden()
  })

  test('the focus is trapped while it is open, and the page behind it does not scroll', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await getMenuButton(page).press('Enter')
    await expect(getMenu(page)).toBeVisible()
    const outside: string[] = []
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab')
      outside.push(
        ...(await page.evaluate(() => {
          const { activeElement } = document
          const isOutside = activeElement !== document.body && !activeElement?.closest('#site-menu')
          return isOutside ? [activeElement?.textContent ?? ''] : []
        })),
      )
    }
    expect(outside).toEqual([])
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 2000)
    await page.keyboard.press('End')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('Escape returns the focus to its button at once', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await getMenuButton(page).press('Enter')
    await expect(getMenu(page)).toBeVisible()
    await expect(page.locator('main')).toHaveAttribute('inert')
    await page.keyboard.press('Escape')
    await expect(getMenu(page)).toBeHidden()
    await expect(getMenuButton(page)).toBeFocused()
    await expect(page.locator('main')).not.toHaveAttribute('inert')
  })

  test('Escape closes it and returns the focus to its button', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).focus()
    await page.keyboard.press('Space')
    await expect(getMenu(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(getMenu(page)).toBeHidden()
    await expect(getMenuButton(page)).toBeFocused()
  })

  test('its own button closes it', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).tap()
    await getMenu(page).getByRole('button', { name: 'Close menu', exact: true }).tap()
    await expect(getMenu(page)).toBeHidden()
    await expect(getMenuButton(page)).toBeFocused()
  })

  test('choosing an entry closes it and shows the page, also the current one', async ({ page }) => {
    await openPage(page, '/')
    for (const [label, path, heading] of [...navigationPages, navigationPages[3]]) {
      await getMenuButton(page).tap()
      await getMenu(page).getByRole('link', { name: label, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(getMenu(page)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(heading))
    }
  })

  test('choosing the name of the site closes it, on any page', async ({ page }) => {
    await openPage(page, '/contact')
    for (let round = 0; round < 2; round += 1) {
      await getMenuButton(page).tap()
      await getMenu(page).getByRole('link', { name: siteName, exact: true }).tap()
      await expect(page).toHaveURL('/')
      await expect(getMenu(page)).toBeHidden()
    }
  })

  test('choosing Secure My Spot closes it and opens the offer', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await getMenuButton(page).tap()
    await getMenu(page).getByRole('link', { name: 'Secure My Spot', exact: true }).tap()
    await expect(getMenu(page)).toBeHidden()
    await expect(offerBox(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getMenuButton(page)).toBeFocused()
  })

  test('it stays closed when the visitor goes back', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).tap()
    await getMenu(page).getByRole('link', { name: 'Services', exact: true }).tap()
    await expect(page).toHaveURL('/services')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(getMenu(page)).toBeHidden()
  })

  test('it closes without a trace when the window grows', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).tap()
    await expect(getMenu(page)).toBeVisible()
    await page.setViewportSize(largeScreen)
    await expect(getMenu(page)).toBeHidden()
    await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL('/about')
  })
})

test.describe('before any script has run', () => {
  test.use({ viewport: phone, javaScriptEnabled: false })

  test('Secure My Spot opens the offer, with its terms', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).click()
    await getMenu(page).getByRole('link', { name: 'Secure My Spot', exact: true }).click()
    await expect(page).toHaveURL('/services#offer')
    await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
  })

  test('the menu opens, and its links work', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).click()
    await getMenu(page).getByRole('link', { name: 'Studio', exact: true }).click()
    await expect(page).toHaveURL('/studio')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      seedText('studioPage/sections/intro/heading'),
    )
  })
})
