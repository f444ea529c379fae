import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { loadPage } from '../../support/publishing.ts'
import { fillInTab, openDocument, pressPublish, studioTimeouts, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('an unknown placeholder is refused with the valid ones, and pages show the value of a valid one', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'About {house}')
  const field = page.getByTestId('field-seo.title')
  await expect(field.locator('..').getByText('“{house}” isn’t a placeholder of this text')).toBeVisible({
    timeout: uiTimeout,
  })
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })

  await fillInTab(page, 'seo', 'seo.title', 'Worth {totalValue}')
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
    .toBe('Worth {totalValue}')
  await pressPublish(page, 'aboutPage')
  await expect
    .poll(async () => (await loadPage('/about')).html, { timeout: uiTimeout })
    .toContain('<title>Worth $6,650')
})
