import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { loadPage } from '../../support/publishing.ts'
import {
  fieldInTab,
  fillInTab,
  openDocument,
  pressPublish,
  studioTimeouts,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('the placeholder menu inserts a placeholder, and pages show its value', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'About {house}')
  const field = page.getByTestId('field-seo.title')
  await expect(field.locator('..').getByText('“{house}” isn’t a placeholder of this text')).toBeVisible({
    timeout: uiTimeout,
  })
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })

  await fillInTab(page, 'seo', 'seo.title', 'Worth ')
  const input = await fieldInTab(page, 'seo', 'seo.title')
  await field.getByRole('button', { name: 'Insert a placeholder' }).click()
  await page.getByRole('menuitem', { name: 'Total of the values' }).click()
  await expect(input).toHaveValue('Worth {totalValue}', { timeout: uiTimeout })
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
    .toBe('Worth {totalValue}')
  await pressPublish(page, 'aboutPage')
  await expect
    .poll(async () => (await loadPage('/about')).html, { timeout: uiTimeout })
    .toContain('<title>Worth $6,650')
})

test('rich text has the placeholder menu, by keyboard, and its insertion can be undone', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'legal;legalPage-privacy')
  const field = page.getByTestId('field-body')
  const editor = field.getByRole('textbox')
  await editor.getByText('This page says').click({ timeout: uiTimeout })
  await field.getByRole('button', { name: 'Insert a placeholder' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Studio hours' }).press('Enter')
  await expect(editor).toBeFocused()
  const fetchFirstText = () =>
    fetchStoredField<string>('drafts.legalPage-privacy', 'body[0].children[0].text')
  await expect.poll(fetchFirstText, { timeout: uiTimeout }).toContain('{hours}')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(fetchFirstText, { timeout: uiTimeout }).not.toContain('{hours}')
})
