import { expect, test } from '@playwright/test'
import { open } from '../../support/browsing.ts'
import { menuButton, menuOf, navigationLabels, navigationPages } from '../../support/navigation.ts'
import { large, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

const siteName = `${seedText('siteSettings/siteName')}, home`

// What every page has in its header: tests/budgets/phone.e2e.ts and largeScreen.e2e.ts.

test('Secure My Spot leads to the offer, with its terms', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true }).click()
  await expect(page).toHaveURL('/services#offer')
  await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
})

test.describe('on a small screen', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('it opens, is walked through and chosen from with the keyboard alone', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(menuOf(page)).toBeVisible()
    const visited: string[] = []
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      visited.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(visited.join(' → ')).toContain(
      ['Close menu', ...navigationLabels, 'Sign in', 'Secure My Spot'].join(' → '),
    )

    await menuOf(page).getByRole('link', { name: 'About', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/about')
    await expect(menuOf(page)).toBeHidden()
  })

  test('Escape closes it and gives the focus back to its button', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).focus()
    await page.keyboard.press('Space')
    await expect(menuOf(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(menuOf(page)).toBeHidden()
    await expect(menuButton(page)).toBeFocused()
  })

  test('its own button closes it', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).tap()
    await menuOf(page).getByRole('button', { name: 'Close menu', exact: true }).tap()
    await expect(menuOf(page)).toBeHidden()
    await expect(menuButton(page)).toBeFocused()
  })

  test('choosing an entry closes it and shows the page, also the one that is open', async ({ page }) => {
    await open(page, '/')
    for (const [label, path, heading] of [...navigationPages, navigationPages[3]]) {
      await menuButton(page).tap()
      await menuOf(page).getByRole('link', { name: label, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(menuOf(page)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(heading))
    }
  })

  test('choosing Secure My Spot or the name of the site closes it, wherever one is', async ({ page }) => {
    await open(page, '/contact')
    for (const [name, path] of [
      ['Secure My Spot', '/services#offer'],
      [siteName, '/'],
      [siteName, '/'],
      ['Secure My Spot', '/services#offer'],
    ] as const) {
      await menuButton(page).tap()
      await menuOf(page).getByRole('link', { name, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(menuOf(page)).toBeHidden()
    }
  })

  test('it does not come back open when the visitor goes back', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).tap()
    await menuOf(page).getByRole('link', { name: 'Services', exact: true }).tap()
    await expect(page).toHaveURL('/services')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(menuOf(page)).toBeHidden()
  })

  test('it leaves no trace when the window grows', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).tap()
    await expect(menuOf(page)).toBeVisible()
    await page.setViewportSize(large)
    await expect(menuOf(page)).toBeHidden()
    await page.getByRole('banner').getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL('/about')
  })
})

test.describe('before any script has run', () => {
  test.use({ viewport: phone, javaScriptEnabled: false })

  test('the menu opens, and its links work', async ({ page }) => {
    await open(page, '/')
    await menuButton(page).click()
    await menuOf(page).getByRole('link', { name: 'Studio', exact: true }).click()
    await expect(page).toHaveURL('/studio')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      seedText('studioPage/sections/intro/heading'),
    )
  })
})
