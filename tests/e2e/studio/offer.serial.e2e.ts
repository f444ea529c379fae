import { expect, type Page } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { discardDraft, expectStored, expectTextOnSite } from '../../support/editing.ts'
import { openDocument, pressPublish, retryTimeout, textField, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/** Fills in a price, and waits until the draft contains it. */
async function fillPrice(page: Page, name: string, text: string, cents: number): Promise<void> {
  await expect(async () => {
    await textField(page, name).fill(text)
    await expect.poll(() => fetchStoredField('drafts.offer', name), { timeout: retryTimeout }).toBe(cents)
  }).toPass({ timeout: uiTimeout })
}

const getPublishButton = (page: Page) => page.getByTestId('action-publish')

test('an invalid price can’t be published, and its field shows the reason', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'offer')
  await fillPrice(page, 'introPrice', '1,600', 160_000)
  await expect(getPublishButton(page)).toBeDisabled({ timeout: uiTimeout })
  const field = page.getByTestId('field-introPrice').locator('..')
  await expect(field.getByText('The introductory price is higher than the regular price')).toBeVisible()
  await fillPrice(page, 'introPrice', '0.40', 40)
  await expect(field.getByText('has to be at least $0.50')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('offer-preview')).toContainText('This offer can’t be sold')
  await fillPrice(page, 'introPrice', '997', 99_700)
  await expect(field.getByText('has to be at least $0.50')).toBeHidden({ timeout: uiTimeout })
})

test('discarding the draft clears an invalid amount', { tag: '@nightly' }, async ({ page }) => {
  await openDocument(page, 'offer')
  const field = textField(page, 'introPrice')
  await expect(field).toHaveValue('997', { timeout: uiTimeout })
  await expect(async () => {
    await field.fill('€1,047')
    await expect
      .poll(() => fetchStoredField('drafts.offer', '_id'), { timeout: retryTimeout })
      .toBe('drafts.offer')
  }).toPass({ timeout: uiTimeout })
  await field.blur()
  await expect(page.getByTestId('field-introPrice')).toContainText('This isn’t an amount in USD')
  await expect(getPublishButton(page)).toBeDisabled({ timeout: uiTimeout })
  await discardDraft(page, 'offer')
  await expect(field).toHaveValue('997', { timeout: uiTimeout })
  await expect(page.getByTestId('field-introPrice')).toContainText('$997')
  await field.focus()
  await expect(field).toHaveValue('997')
})

test('a changed charge requires confirmation, and a large one also requires retyping the amount', async ({
  page,
}) => {
  await openDocument(page, 'offer')
  await fillPrice(page, 'introPrice', '1047', 104_700)
  const dialog = page.getByRole('dialog', { name: 'Change what new members pay?' })
  const openConfirmation = async () => {
    await expect(getPublishButton(page)).toBeEnabled({ timeout: uiTimeout })
    await getPublishButton(page).click()
    await expect(dialog).toBeVisible()
  }
  await openConfirmation()
  await expect(dialog).toContainText('now: $997')
  await expect(dialog).toContainText('new: $1,047')
  await expect(dialog).toContainText('now: $1,497')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await fetchStoredField('offer', 'introPrice')).toBe(99_700)

  await fillPrice(page, 'introPrice', '1,250', 125_000)
  await openConfirmation()
  const confirmButton = dialog.getByRole('button', { name: 'Publish these charges' })
  await expect(confirmButton).toBeDisabled()
  await dialog.getByRole('textbox').fill('12,50')
  await expect(confirmButton).toBeDisabled()
  await dialog.getByRole('textbox').fill('$1,250')
  await confirmButton.click()
  await expectStored('offer', 'introPrice', 125_000)
  await expectTextOnSite('/services', 'You pay $1,250 for each of the first 2 months')

  await textField(page, 'summary').fill('A changed summary needs no confirmation.')
  await pressPublish(page, 'offer')
})
