import { expect, type Page } from '@playwright/test'
import { previewFrame, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

async function openPreview(page: Page, path: string): Promise<void> {
  await page.goto(studioUrl(`presentation?preview=${path}`))
  await expect(previewFrame(page).locator('h1')).toBeVisible({ timeout: uiTimeout })
}

test('clicking an amount, a quantity or a heading in the offer opens its field', { tag: '@nightly' }, async ({
  page,
}) => {
  await openPreview(page, '/services')
  const offerCard = previewFrame(page).locator('.offer-card')
  for (const [element, fieldTestId] of [
    [offerCard.locator('.offer-value .tabular-nums').first(), /^field-values\[_key==".+"\]\.amount$/],
    [offerCard.locator('.inclusion-quantity').first(), /^field-inclusions\[_key==".+"\]\.quantity$/],
    [offerCard.getByRole('heading').first(), /^field-inclusionsHeading$/],
  ] as const) {
    // Clicks have no effect until the frame is ready, so they are repeated.
    await expect(async () => {
      await element.click({ timeout: 5000 })
      await expect(page.getByTestId(fieldTestId)).toBeInViewport({ timeout: 10_000 })
    }).toPass({ timeout: uiTimeout })
  }
})

test('the URL field of Preview refuses the Studio’s own URLs', { tag: '@nightly' }, async ({ page }) => {
  await openPreview(page, '/about')
  const heading = previewFrame(page).locator('h1')
  const headingText = await heading.textContent()
  const urlField = page.getByTestId('presentation-root').getByRole('textbox').first()
  // Text that is typed before the frame has reported its own URL is overwritten.
  await expect(async () => {
    await urlField.fill('/studio-admin')
    await urlField.press('Enter')
    const readValidationMessage = () =>
      urlField.evaluate((input: HTMLInputElement) => input.validationMessage)
    await expect
      .poll(readValidationMessage, { timeout: 5000 })
      .toContain('except the Studio. Enter another URL')
  }).toPass({ timeout: uiTimeout })
  await expect(heading).toHaveText(headingText ?? '')
})
