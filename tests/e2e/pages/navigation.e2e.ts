import { expect, test } from '@playwright/test'
import { findAxeViolations } from '../../support/axe.ts'
import { expectPageHydrated, openPage } from '../../support/browsing.ts'
import { getMenu, getMenuButton, navigationLabels, navigationPages } from '../../support/navigation.ts'
import { findOfferDialog, findOfferLink } from '../../support/offerDialog.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'

// The header of every page is tested in tests/budgets/phone.e2e.ts and largeScreen.e2e.ts.

test('Secure My Spot opens a dialog with the offer and its terms on the current page', async ({ page }) => {
  await openPage(page, '/contact')
  await expectPageHydrated(page)
  await findOfferLink(page).click()
  const { dialog, emailField, submitButton } = findOfferDialog(page)
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('$997/month for the first 2 months, then $1,497/month')
  for (const [quantity, title] of seedRows('offer/inclusions', ['quantity', 'title']))
    await expect(dialog.getByRole('listitem').filter({ hasText: title })).toHaveText(`${quantity} ${title}`)
  await expect(dialog).toContainText(seedText('messages/checkout/stripeNote'))
  await expect(dialog.getByRole('link', { name: 'Terms', exact: true })).toHaveAttribute('href', '/terms')
  await expect(emailField).toBeVisible()
  await expect(submitButton).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(findOfferLink(page)).toBeFocused()
  await expect(page).toHaveURL('/contact')
})

test('the purchase dialog can be closed, requires an email, and links to the whole offer', async ({
  page,
}) => {
  const { dialog, emailField, submitButton, closeButton } = findOfferDialog(page)
  await openPage(page, '/')
  await expectPageHydrated(page)
  await findOfferLink(page).click()
  await closeButton.click()
  await expect(dialog).toBeHidden()
  await findOfferLink(page).click()
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await getMenu(page).getByRole('link', { name: 'Secure My Spot', exact: true }).click()
  await expect(submitButton).toBeInViewport({ ratio: 1 })
  await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(closeButton).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.setViewportSize(largeScreen)
  await findOfferLink(page).click()
  await submitButton.click()
  await expect(dialog).toContainText(seedText('messages/checkout/guestEmailRequired'))
  await expect(emailField).toBeFocused()
  await page.keyboard.press('Escape')
  await findOfferLink(page).click()
  await dialog.getByRole('link', { name: seedText('messages/checkout/wholeOffer') }).click()
  await expect(page).toHaveURL('/services#offer')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
})

for (const width of [320, 360]) {
  test(`at ${width} px, the text of the menu button fits on one line`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 })
    await openPage(page, '/')
    const lines = await getMenuButton(page).evaluate((button) => {
      const range = document.createRange()
      range.selectNodeContents(button)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })
}

test.describe('the menu on a small screen', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('opens with the keyboard; Tab reaches its links, and Enter opens them', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(getMenu(page)).toBeVisible()
    const focusedTexts: string[] = []
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      focusedTexts.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    }
    expect(focusedTexts.join(' → ')).toContain([...navigationLabels, 'Sign in', 'Secure My Spot'].join(' → '))

    await getMenu(page).getByRole('link', { name: 'About', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/about')
    await expect(getMenu(page)).toBeHidden()
  })

  test('takes and traps the focus while it is open, and the page behind it does not scroll', async ({
    page,
  }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    await getMenuButton(page).press('Enter')
    await expect(getMenu(page).getByRole('button', { name: 'Close menu' })).toBeFocused()
    const focusedOutside: string[] = []
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab')
      focusedOutside.push(
        ...(await page.evaluate(() => {
          const { activeElement } = document
          const isOutside = activeElement !== document.body && !activeElement?.closest('#site-menu')
          return isOutside ? [activeElement?.textContent ?? ''] : []
        })),
      )
    }
    expect(focusedOutside).toEqual([])
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, 2000)
    await page.keyboard.press('End')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('closes when its Close button, Secure My Spot or a link is tapped', async ({ page }) => {
    await openPage(page, '/')
    await expectPageHydrated(page)
    const tap = async (role: 'button' | 'link', name: string) => {
      await getMenuButton(page).tap()
      await getMenu(page).getByRole(role, { name, exact: true }).tap()
      await expect(getMenu(page)).toBeHidden()
    }
    await tap('button', 'Close menu')
    await expect(getMenuButton(page)).toBeFocused()
    await tap('link', 'Secure My Spot')
    await expect(findOfferDialog(page).dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getMenuButton(page)).toBeFocused()
    // Follows the same link twice; the second time, its page is already open.
    for (const [label, path, heading] of [navigationPages[0], navigationPages[0]]) {
      await tap('link', label)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(heading))
    }
  })
})

test.describe('without scripts', () => {
  test.use({ viewport: phone, javaScriptEnabled: false })

  test('the menu opens, and Secure My Spot opens the page with the offer', async ({ page }) => {
    await openPage(page, '/')
    await getMenuButton(page).click()
    await getMenu(page).getByRole('link', { name: 'Secure My Spot', exact: true }).click()
    await expect(page).toHaveURL('/services#offer')
    await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
  })
})
