import { expect, test } from '@playwright/test'
import { pages } from '../../lib/pages.ts'
import { findAxeViolationsInBothSchemes } from '../support/axe.ts'
import { expectOfferLink, loadPictures } from '../support/browsing.ts'
import { expectTabReachesAllControls } from '../support/keyboard.ts'
import { getMenuButton, navigationLabels, navigationPages } from '../support/navigation.ts'
import { findOverflowingElements, findTightLines } from '../support/pageParts.ts'
import { allPagesAndUnknown } from '../support/pages.ts'
import { largeScreen } from '../support/screens.ts'
import { seedText, seedTexts } from '../support/seedContent.ts'
import { setUpPage } from '../support/setUpPage.ts'

const screens = [
  { name: 'at 1024 px, the smallest width without a menu button', width: 1024, height: 768 },
  { name: 'at 1440 px', ...largeScreen },
  { name: 'at 1920 px', width: 1920, height: 1080 },
]

for (const { path } of allPagesAndUnknown) {
  test.describe(`${path} on a large screen`, () => {
    const getPage = setUpPage(path, { viewport: largeScreen })

    test('has the navigation links, and a “Secure My Spot” link except on the success page', async () => {
      const header = getPage().getByRole('banner')
      const navigation = header.getByRole('navigation', { name: 'Main' })
      await expect(navigation.getByRole('link')).toHaveText([...navigationLabels, 'Sign in'])
      for (const [label, target] of navigationPages) {
        const link = navigation.getByRole('link', { name: label, exact: true })
        await expect(link).toBeVisible()
        await expect(link).toHaveAttribute('href', target)
        if (path === target) await expect(link).toHaveAttribute('aria-current', 'page')
        else await expect(link).not.toHaveAttribute('aria-current')
      }
      const checkoutLink = header.getByRole('link', { name: 'Secure My Spot', exact: true })
      if (path === pages.success.path) await expect(checkoutLink).toHaveCount(0)
      else await expectOfferLink(checkoutLink)
      await expect(getMenuButton(getPage())).toBeHidden()
    })

    test('has a footer with contact details, copyright and links to the main and legal pages', async () => {
      const footer = getPage().getByRole('contentinfo')
      await expect(footer.getByText(seedText('siteSettings/footerText'), { exact: true })).toBeVisible()
      for (const line of seedTexts('siteSettings/address')) {
        await expect(footer.getByText(line, { exact: true })).toBeVisible()
      }
      const links = footer.getByRole('navigation', { name: 'Footer' })
      const labels = ['Services', 'Studio', 'About', 'Contact', 'Terms', 'Privacy']
      await expect(links.getByRole('link')).toHaveText(labels)
      for (const label of labels) {
        const link = links.getByRole('link', { name: label, exact: true })
        await expect(link).toBeVisible()
        await expect(link).toHaveAttribute('href', `/${label.toLowerCase()}`)
      }
      const year = new Date().getUTCFullYear()
      await expect(footer.getByText(`© ${year} ${seedText('siteSettings/siteName')}`)).toBeVisible()
      const email = seedText('siteSettings/contactEmail')
      await expect(footer.getByRole('link', { name: email, exact: true })).toHaveAttribute(
        'href',
        `mailto:${email}`,
      )
    })

    test('loads every picture', async () => {
      await loadPictures(getPage())
      const brokenUrls = await getPage()
        .locator('img')
        .evaluateAll((images: HTMLImageElement[]) =>
          images.filter((image) => image.checkVisibility() && !image.naturalWidth).map(({ src }) => src),
        )
      expect(brokenUrls).toEqual([])
    })

    test('has no horizontal scrolling, clipped content or headings with touching lines', async () => {
      for (const { name, ...size } of screens) {
        await getPage().setViewportSize(size)
        expect.soft(await findOverflowingElements(getPage()), name).toEqual([])
        expect.soft(await findTightLines(getPage()), name).toEqual([])
      }
      await getPage().setViewportSize(largeScreen)
    })

    test('does not overflow at 200% text size', async () => {
      const html = getPage().locator('html')
      await html.evaluate(({ style }) => style.setProperty('font-size', '200%', 'important'))
      expect(await findOverflowingElements(getPage())).toEqual([])
      await html.evaluate(({ style }) => style.removeProperty('font-size'))
    })

    test('has no axe violations in light or dark mode', { tag: '@nightly' }, async () => {
      expect(await findAxeViolationsInBothSchemes(getPage())).toEqual([])
    })

    test('lets Tab reach every control, with a focus outline', () => expectTabReachesAllControls(getPage()))
  })
}
