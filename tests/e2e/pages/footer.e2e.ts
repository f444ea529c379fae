import { expect, test } from '@playwright/test'
import { open } from '../../support/browsing.ts'
import { allRoutes } from '../../support/routes.ts'
import { seedText, seedTexts } from '../../support/seedContent.ts'

for (const { path } of allRoutes) {
  test(`the footer of ${path} says who this is and links to terms and privacy`, async ({ page }) => {
    await open(page, path, { waitUntil: 'domcontentloaded' })
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(seedText('siteSettings/footerText'), { exact: true })).toBeVisible()
    for (const line of seedTexts('siteSettings/address')) {
      await expect(footer.getByText(line, { exact: true })).toBeVisible()
    }
    const legal = footer.getByRole('navigation', { name: 'Footer' })
    await expect(legal.getByRole('link')).toHaveText(['Terms', 'Privacy'])
    for (const label of ['Terms', 'Privacy']) {
      const link = legal.getByRole('link', { name: label, exact: true })
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
}

for (const [label, document] of [
  ['Terms', 'legalPage-terms'],
  ['Privacy', 'legalPage-privacy'],
] as const) {
  test(`${label} in the footer leads to its page`, async ({ page }) => {
    await open(page, '/')
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`/${label.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(`${document}/title`))
  })
}
