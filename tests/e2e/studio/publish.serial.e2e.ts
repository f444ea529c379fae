import { expect } from '@playwright/test'
import { expectStored, expectTextOnSite, revertLastPublication } from '../../support/editing.ts'
import { fieldInTab, fillInTab, openDocument, pressPublish, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test('a published change appears on the site, and an invalid one can’t be published', async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', '')
  await expectStored('drafts.aboutPage', '_id', 'drafts.aboutPage')
  await expectStored('drafts.aboutPage', 'seo.title', null)
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })
  await fillInTab(page, 'seo', 'seo.title', 'About us, as of today')
  await pressPublish(page, 'aboutPage')
  await expectTextOnSite('/about', '<title>About us, as of today')
  await page.getByTestId('pane-context-menu-button').last().click()
  const popup = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'View live page' }).click()
  const livePage = await popup
  await expect(livePage).toHaveURL(/\/about$/)
  await expect(livePage).toHaveTitle(/^About us, as of today/)
})

test('a revision is restored from the history as a draft, even in the Published perspective', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  for (const title of ['The title of yesterday', 'The title of today']) {
    await fillInTab(page, 'seo', 'seo.title', title)
    await pressPublish(page, 'aboutPage')
    await expectStored('aboutPage', 'seo.title', title)
  }
  await openDocument(page, 'pages;aboutPage?perspective=published')
  await revertLastPublication(page)
  await expectStored('drafts.aboutPage', 'seo.title', 'The title of yesterday')
  await expect(page.getByTestId('action-publish')).toBeEnabled({ timeout: uiTimeout })
  await expect(await fieldInTab(page, 'seo', 'seo.title')).toHaveValue('The title of yesterday', {
    timeout: uiTimeout,
  })
})
