import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { phone } from '../../support/screens.ts'
import { openDocument, studioTimeouts, studioUrl, textField, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterEach(() => restore(snapshot))

test('the form of a link can select a section of the linked page', { tag: '@nightly' }, async ({ page }) => {
  const links: { _key: string }[] = Object(snapshot.get('siteSettings')).navigation
  const field = `navigation[_key=="${links[0]?._key}"].fragment`
  await page.goto(
    studioUrl(`intent/edit/id=siteSettings;type=siteSettings;path=${encodeURIComponent(field)}/`),
  )
  const sectionSelect = page.getByTestId(`field-${field}`).getByRole('combobox')
  await sectionSelect.selectOption('offer', { timeout: uiTimeout })
  await expect
    .poll(() => fetchStoredField('drafts.siteSettings', 'navigation[0].fragment'), { timeout: uiTimeout })
    .toBe('offer')
})

test('a form opens the live page that shows the document', { tag: '@nightly' }, async ({ page }) => {
  await openDocument(page, 'gallery')
  await page.getByTestId('pane-context-menu-button').last().click()
  const livePage = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'View live page' }).click()
  await expect(await livePage).toHaveURL(`${testEnvironment().siteOrigin}/studio`, { timeout: uiTimeout })
})

test('refuses a dragged file of an unsupported format and lists the supported ones', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;contactPage')
  const target = page.getByTestId('image-input').locator('[data-test-id="file-target"]').first()
  const transfer = await target.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'door.heic', { type: 'image/heic' }))
    return data
  })
  for (const event of ['dragenter', 'dragover']) await target.dispatchEvent(event, { dataTransfer: transfer })
  await expect(page.getByText(/can’t be uploaded here\. Use JPEG, PNG, WebP or AVIF/)).toBeVisible({
    timeout: uiTimeout,
  })
})

test('the publish button is at least 44 px high on a phone', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await openDocument(page, 'offer')
  await textField(page, 'name').fill('Another name')
  const button = page.getByTestId('action-publish')
  await expect(button).toBeVisible({ timeout: uiTimeout })
  await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
