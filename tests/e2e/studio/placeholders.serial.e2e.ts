import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { loadPage, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import {
  fieldInTab,
  fillInTab,
  openDocument,
  pressPublish,
  studioTimeouts,
  uiTimeout,
} from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterEach(() => restore(snapshot))

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

test('a line of a list has the placeholder menu', { tag: '@nightly' }, async ({ page }) => {
  await openDocument(page, 'pages;contactPage')
  const field = page.getByTestId('field-hours')
  const line = field.locator('input').first()
  await line.fill('What we cut: ', { timeout: uiTimeout })
  await field.getByRole('button', { name: 'Insert a placeholder' }).first().click()
  await page.getByRole('menuitem', { name: 'Clips' }).click()
  await expect(line).toHaveValue('What we cut: {clips}', { timeout: uiTimeout })
  await expect
    .poll(() => fetchStoredField('drafts.contactPage', 'hours[0]'), { timeout: uiTimeout })
    .toBe('What we cut: {clips}')
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

test('rich text has the placeholder menu in full screen, which Escape exits', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'legal;legalPage-privacy')
  await page.getByTestId('field-body').getByText('This page says').click({ timeout: uiTimeout })
  await page.getByTestId('fullscreen-button-expand').click()
  const editor = page.getByTestId('pt-editor').and(page.locator('[data-fullscreen="true"]'))
  await editor.getByText('This page says').click()
  // The buttons of single-line fields have only the text “{ }”.
  await page.getByRole('button').filter({ hasText: 'Insert a placeholder' }).click()
  await page.getByRole('menuitem', { name: 'Studio hours' }).click()
  await expect(editor.getByRole('textbox')).toBeFocused()
  await expect
    .poll(() => fetchStoredField<string>('drafts.legalPage-privacy', 'body[0].children[0].text'), {
      timeout: uiTimeout,
    })
    .toContain('{hours}')
  await page.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)
})
