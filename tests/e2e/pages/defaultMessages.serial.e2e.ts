import { expect, type Page, test } from '@playwright/test'
import { pageTexts } from '@/lib/messages/areas'
import { openPage } from '../../support/browsing.ts'
import { countLandmarks } from '../../support/pageParts.ts'
import { publicPages } from '../../support/pages.ts'
import { publish, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'

/** Expects an account page to show its form, with this heading and button label. */
async function expectForm(
  page: Page,
  path: string,
  { heading, submit }: { heading: string; submit: string },
) {
  await openPage(page, path)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expect(page.locator('main').getByRole('button', { name: submit, exact: true })).toBeVisible()
}

/** Expects the default messages of account pages and of the 404 page. */
async function expectDefaultPages(page: Page) {
  await expectForm(page, '/sign-in', pageTexts.signInPage.defaults)
  await expectForm(page, '/sign-up', pageTexts.signUpPage.defaults)
  await expectForm(page, '/forgot-password', pageTexts.forgotPasswordPage.defaults)
  const { heading, text, homeLabel } = pageTexts.notFoundPage.defaults
  await page.goto('/no-such-page')
  await expect(page).toHaveTitle(heading)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expect(page.locator('main').getByText(text)).toBeVisible()
  await expect(page.locator('main').getByRole('link', { name: homeLabel, exact: true })).toBeVisible()
}

test.describe('a site whose dataset is empty', () => {
  let initialContent: Snapshot
  test.beforeAll(async () => {
    initialContent = await takeSnapshot()
    const documents = [...initialContent.values()].filter(({ _type }) => !_type.startsWith('sanity.'))
    await publish(documents.map(({ _id }) => ({ delete: { id: _id } })))
  })
  test.afterAll(() => restore(initialContent))

  test('shows every page that has default messages, and the 404 page instead of the others', {
    tag: '@nightly',
  }, async ({ page }) => {
    for (const { path, document } of publicPages) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(document in pageTexts ? 200 : 404)
      // If a page's document is missing, the 404 page is rendered in the browser.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await countLandmarks(page), path).toEqual({ banner: 1, main: 1, contentinfo: 1 })
    }
    await expectDefaultPages(page)
    for (const path of ['/sitemap.xml', '/robots.txt', '/manifest.webmanifest'])
      expect((await page.request.get(path)).status(), path).toBe(200)
  })
})
