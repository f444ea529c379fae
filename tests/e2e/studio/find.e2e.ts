import { expect } from '@playwright/test'
import { studioTimeouts, textField, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

test('an amount that visitors read leads to the offer’s field', { tag: '@all' }, async ({ page }) => {
  await page.getByRole('link', { name: 'Find', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Find on the site' })
  await search.fill('no page says this')
  await expect(page.getByText('No page, message or price says that.')).toBeVisible({ timeout: uiTimeout })
  await search.fill('$997')
  const places = page.getByTestId('find-places')
  await expect(places).toContainText('Offer', { timeout: uiTimeout })
  await places.getByRole('link', { name: 'Offer' }).first().click()
  await expect(textField(page, 'introPrice')).toBeVisible({ timeout: uiTimeout })
})
