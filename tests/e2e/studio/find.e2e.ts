import { expect } from '@playwright/test'
import { openTool } from '../../support/editing.ts'
import { textField, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test('the Find tool finds a default message, and links an amount to its field in the offer', {
  tag: '@nightly',
}, async ({ page }) => {
  await openTool(page, 'Find')
  const search = page.getByRole('searchbox', { name: 'Find on the site' })
  const matches = page.getByTestId('find-places')
  await search.fill('no page says this')
  await expect(page.getByText('No text or price on the site matches.')).toBeVisible({ timeout: uiTimeout })
  await search.fill('Failed to send message')
  await expect(matches).toContainText('Messages', { timeout: uiTimeout })
  await search.fill('$997')
  await expect(matches).toContainText('Offer', { timeout: uiTimeout })
  // The link's accessible name is the whole row: document, field and text.
  await matches.getByRole('link', { name: /^Offer › Introductory price .*\$997/ }).click()
  await expect(textField(page, 'introPrice')).toBeVisible({ timeout: uiTimeout })
  await page.goBack()
  await expect(search).toHaveValue('$997', { timeout: uiTimeout })
})
