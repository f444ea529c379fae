import { expect } from '@playwright/test'
import { expectStored } from '../../support/editing.ts'
import { drop, openDocument, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test('a link’s form offers the sections of the linked page', { tag: '@nightly' }, async ({
  page,
  snapshot,
}) => {
  const links: { _key: string }[] = Object(snapshot.get('siteSettings')).navigation
  const field = `navigation[_key=="${links[0]?._key}"].fragment`
  await page.goto(
    studioUrl(`intent/edit/id=siteSettings;type=siteSettings;path=${encodeURIComponent(field)}/`),
  )
  const sectionSelect = page.getByTestId(`field-${field}`).getByRole('combobox')
  const option = sectionSelect.locator('option', { hasText: '#offer' })
  await sectionSelect.selectOption({ label: String(await option.textContent({ timeout: uiTimeout })) })
  await expectStored('drafts.siteSettings', 'navigation[0].fragment', 'offer')
})

test('a dragged file in an unsupported format is refused, and the supported formats are listed', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const [desk, input, type] of [
    ['pages;contactPage', 'image-input', 'image/heic'],
    ['gallery', 'field-images', 'image/heic'],
    ['gallery', 'field-images', 'image/svg+xml'],
    ['gallery', 'field-images', 'image/gif'],
  ] as const) {
    await openDocument(page, desk)
    // A form that is still read-only ignores files, and has neither of these controls.
    const editableControl = page.locator('[data-testid="add-single-object-button"], textarea:not([readonly])')
    await expect(editableControl.first()).toBeVisible({ timeout: uiTimeout })
    await drop(page.getByTestId(input), 'door', Buffer.from('x'), type)
    await expect(
      page.getByText(/can’t be uploaded here\. Use JPEG, PNG, WebP or AVIF/).first(),
      `${desk} ${type}`,
    ).toBeVisible({ timeout: uiTimeout })
  }
})
