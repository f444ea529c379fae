import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { loadPage } from '../../support/publishing.ts'
import {
  fieldInTab,
  fillInTab,
  openDocument,
  openHistory,
  pressPublish,
  studioTimeouts,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('a published change shows on the site, and an invalid one can’t be published', async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', '')
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', '_id'), { timeout: uiTimeout })
    .toBe('drafts.aboutPage')
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
    .toBeNull()
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })
  await fillInTab(page, 'seo', 'seo.title', 'About us, as of today')
  await pressPublish(page, 'aboutPage')
  await expect
    .poll(async () => (await loadPage('/about')).html, { timeout: uiTimeout })
    .toContain('<title>About us, as of today')
  await page.getByTestId('pane-context-menu-button').last().click()
  const popup = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'View live page' }).click()
  const livePage = await popup
  await expect(livePage).toHaveURL(/\/about$/)
  await expect(livePage).toHaveTitle(/^About us, as of today/)
})

test('restores a revision from the history as a draft, in the perspective Published', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  for (const title of ['The title of yesterday', 'The title of today']) {
    await fillInTab(page, 'seo', 'seo.title', title)
    await pressPublish(page, 'aboutPage')
    await expect.poll(() => fetchStoredField('aboutPage', 'seo.title'), { timeout: uiTimeout }).toBe(title)
  }
  await openDocument(page, 'pages;aboutPage?perspective=published')
  await openHistory(page)
  const publishedRevisions = page.getByTestId('timeline-item-button').filter({ hasText: /published/i })
  await publishedRevisions.nth(1).click()
  await page.getByTestId('action-reverttorevision').click()
  await page.getByTestId('confirm-popover-confirm-button').click()
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
    .toBe('The title of yesterday')
  await expect(page.getByTestId('action-publish')).toBeEnabled({ timeout: uiTimeout })
  await expect(await fieldInTab(page, 'seo', 'seo.title')).toHaveValue('The title of yesterday', {
    timeout: uiTimeout,
  })
})
