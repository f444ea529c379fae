import { expect } from '@playwright/test'
import { stored } from '../../support/content.ts'
import { putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { fillInTab, openDocument, studioTimeouts, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

test('text fields store no invisible characters', { tag: '@all' }, async ({ page }) => {
  await openDocument(page, 'siteSettings')
  const typed = [
    ['contact', 'contactEmail', '\ufeffhello@exam\u200bple.com', 'hello@example.com'],
    ['site', 'siteName', 'Creator\u00ads Circle\u202a', 'Creators Circle'],
    ['footer', 'footerText', 'One line\u2028and another', 'One line\nand another'],
  ] as const
  for (const [tab, field, text, clean] of typed) {
    await page.getByTestId(`group-tab-${tab}`).click()
    await page.getByTestId(`field-${field}`).locator('input, textarea').first().fill(text)
    await expect.poll(() => stored('drafts.siteSettings', field), { timeout: uiTimeout }).toBe(clean)
  }
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'About us')
  await page.getByTestId('field-seo.canonical').locator('input').fill('https://example.com/a\u200bbout')
  await expect
    .poll(() => stored('drafts.aboutPage', 'seo.canonical'), { timeout: uiTimeout })
    .toBe('https://example.com/about')
})
