import { expect, type Page } from '@playwright/test'
import { createDraft } from '../../support/content.ts'
import { expectStored, expectTextOnSite } from '../../support/editing.ts'
import { phone } from '../../support/screens.ts'
import { openDocument, openTab, pressPublish, studioUrl, textField, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/** Expects that neither the page nor its element with this test id scrolls horizontally. */
async function expectNoHorizontalScroll(page: Page, testId: string): Promise<void> {
  const element = page.getByTestId(testId).last()
  await expect(element).toBeVisible({ timeout: uiTimeout })
  const getOverflow = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth
  expect(await page.locator('html').evaluate(getOverflow), 'the page').toBe(0)
  expect(await element.evaluate(getOverflow), testId).toBe(0)
}

test('on a phone, an editor can find, edit and publish a page', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(studioUrl('structure'))
  await page.getByTestId('pane-item-Pages').click()
  await page.getByTestId('pane-item-About').click()
  await expectNoHorizontalScroll(page, 'document-panel-scroller')

  await openTab(page, 'seo')
  await textField(page, 'seo.title').fill('About us, from a phone')
  await expectStored('drafts.aboutPage', 'seo.title', 'About us, from a phone')
  await pressPublish(page, 'aboutPage')
  await expectTextOnSite('/about', '<title>About us, from a phone')
})

test('on a phone, clicking a finding in “Before you publish” opens its field', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await createDraft('aboutPage', { seo: { _type: 'seo', title: 'About us' } })
  await openDocument(page, 'pages;aboutPage')
  await page.getByRole('button', { name: 'Before you publish' }).click()
  await page.getByRole('button', { name: /Fill in “Description”/ }).click()
  await expect(textField(page, 'seo.description')).toBeFocused({ timeout: uiTimeout })
})

test('the “Restore site” tool and forms fit on a phone', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(studioUrl('site-restore'))
  await expectNoHorizontalScroll(page, 'site-restore')
  for (const desk of ['offer', 'legal;legalPage-terms']) {
    await openDocument(page, desk)
    await expect(page.getByTestId(/^field-(body|name)$/)).toBeVisible({ timeout: uiTimeout })
    await expectNoHorizontalScroll(page, 'document-panel-scroller')
  }
})
