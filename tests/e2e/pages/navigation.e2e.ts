import { expect, type Page, test } from '@playwright/test'
import { expectWayToOffer, open } from '../../support/browsing.ts'
import { allRoutes } from '../../support/routes.ts'
import { seedText } from '../../support/seedContent.ts'

const pages = [
  ['Services', '/services', 'servicesPage/sections/intro/heading'],
  ['Studio', '/studio', 'studioPage/sections/intro/heading'],
  ['About', '/about', 'aboutPage/sections/intro/heading'],
  ['Contact', '/contact', 'contactPage/heading'],
] as const
const labels = pages.map(([label]) => label)
const phone = { width: 390, height: 844 }

const menuOf = (page: Page) => page.locator('#site-menu')
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

test.describe('on a large screen', () => {
  for (const { path } of allRoutes) {
    test(`${path} has the navigation and Secure My Spot`, async ({ page }) => {
      await open(page, path, { waitUntil: 'domcontentloaded' })
      const header = page.getByRole('banner')
      const navigation = header.getByRole('navigation', { name: 'Main' })
      await expect(navigation.getByRole('link')).toHaveText([...labels, 'Sign in'])
      for (const [label, target] of pages) {
        const link = navigation.getByRole('link', { name: label, exact: true })
        await expect(link).toBeVisible()
        await expect(link).toHaveAttribute('href', target)
        if (path === target) await expect(link).toHaveAttribute('aria-current', 'page')
        else await expect(link).not.toHaveAttribute('aria-current')
      }
      await expectWayToOffer(header.getByRole('link', { name: 'Secure My Spot', exact: true }))
      await expect(menuButton(page)).toBeHidden()
    })
  }

  test('each entry leads to its page, and the name of the site leads home', async ({ page }) => {
    await open(page, '/')
    for (const [label, path, heading] of pages) {
      await page.getByRole('banner').getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(heading))
    }
    const name = seedText('siteSettings/siteName')
    await page
      .getByRole('banner')
      .getByRole('link', { name: `${name}, home`, exact: true })
      .click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      seedText('homePage/sections/hero/heading'),
    )
  })

  test('Secure My Spot leads to the offer, with its terms', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('banner').getByRole('link', { name: 'Secure My Spot', exact: true }).click()
    await expect(page).toHaveURL('/services#offer')
    await expect(page.getByRole('heading', { name: seedText('offer/packageName') })).toBeInViewport()
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: phone, hasTouch: true })

  for (const { path } of allRoutes) {
    test(`the menu of ${path} opens and holds the navigation and Secure My Spot`, async ({ page }) => {
      await open(page, path)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Services' })).toBeHidden()
      await expect(menuOf(page)).toBeHidden()
      await menuButton(page).tap()
      const menu = menuOf(page)
      await expect(menu).toBeVisible()
      await expect(menu.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
        ...labels,
        'Sign in',
      ])
      for (const [label, target] of pages) {
        const link = menu.getByRole('link', { name: label, exact: true })
        await expect(link).toBeInViewport()
        await expect(link).toHaveAttribute('href', target)
      }
      await expectWayToOffer(menu.getByRole('link', { name: 'Secure My Spot', exact: true }))
    })
  }

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
    expect(visited.join(' → ')).toContain(['Close menu', ...labels, 'Sign in', 'Secure My Spot'].join(' → '))

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

  for (const [label, path, heading] of pages) {
    test(`choosing ${label} closes it and shows the page`, async ({ page }) => {
      await open(page, '/')
      await menuButton(page).tap()
      await menuOf(page).getByRole('link', { name: label, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(menuOf(page)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(heading))
    })
  }

  test('choosing the page that is open closes it too', async ({ page }) => {
    await open(page, '/services')
    await menuButton(page).tap()
    await menuOf(page).getByRole('link', { name: 'Services', exact: true }).tap()
    await expect(menuOf(page)).toBeHidden()
    await expect(page).toHaveURL('/services')
  })

  for (const [what, from, name, path] of [
    ['Secure My Spot', '/', 'Secure My Spot', '/services#offer'],
    ['Secure My Spot on the contact page', '/contact', 'Secure My Spot', '/services#offer'],
    ['the name of the site', '/about', `${seedText('siteSettings/siteName')}, home`, '/'],
    ['the name of the site on the home page', '/', `${seedText('siteSettings/siteName')}, home`, '/'],
  ] as const) {
    test(`choosing ${what} closes it`, async ({ page }) => {
      await open(page, from)
      await menuButton(page).tap()
      await menuOf(page).getByRole('link', { name, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(menuOf(page)).toBeHidden()
    })
  }

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
    await page.setViewportSize({ width: 1440, height: 900 })
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
