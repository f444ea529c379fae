import { expect, type Page, test } from '@playwright/test'
import { allPages } from '../../../lib/pages.ts'
import { openPage } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

test.use({ javaScriptEnabled: false })

/** Locates the message that scripts are required, from a message group such as `checkout`. */
const getScriptMessage = (page: Page, group: string) =>
  page.getByRole('main').getByText(seedText(`messages/${group}/scriptNeeded`), { exact: true })

for (const { path } of allPages.filter(({ kind }) => kind === 'account')) {
  test(`without scripts, ${path} explains that its form requires them`, async ({ page }) => {
    await openPage(page, path)
    await expect(getScriptMessage(page, 'account')).toBeVisible()
    for (const [link, href] of [
      ['contactLink', '/contact?topic=membership'],
      ['portalLogin', '/api/portal-login'],
    ] as const) {
      const name = seedText(`messages/account/${link}`)
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        href,
      )
    }
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
}

test('without scripts, the contact page has an email link instead of the form', async ({ page }) => {
  await openPage(page, '/contact')
  await expect(getScriptMessage(page, 'contactForm')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const email = seedText('siteSettings/contactEmail')
  await expect(page.locator('#form').getByRole('link', { name: email, exact: true })).toBeVisible()
})

test('without scripts, the home page links to its video', async ({ page }) => {
  await openPage(page, '/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /^Play video/ })).toHaveAttribute('href', /\/files\//)
  await expect(main.getByRole('button', { name: /^Play video/ })).toHaveCount(0)
  await expect(main.getByRole('img').first()).toBeVisible()
})

for (const { path } of allPages.filter(({ reads }) => reads?.includes('offer'))) {
  test(`without scripts, ${path} explains why it has no checkout button`, async ({ page }) => {
    await openPage(page, path)
    await expect(getScriptMessage(page, 'checkout').first()).toBeVisible()
    const contactLinks = page.getByRole('link', {
      name: seedText('messages/checkout/scriptNeeded'),
      exact: true,
    })
    await expect(contactLinks.first()).toHaveAttribute('href', '/contact?topic=membership')
    await expect(page.getByRole('main').getByRole('button', { name: 'Secure My Spot Now' })).toHaveCount(0)
  })
}
