import { expect } from '@playwright/test'
import { contentClient, createDraft } from '../../support/content.ts'
import { expectRefused, expectStored } from '../../support/editing.ts'
import { loadPage } from '../../support/publishing.ts'
import { fillInTab, openDocument, textField, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test('“Before you publish” shows changes and previews, and clicking a finding opens its field', {
  tag: '@nightly',
}, async ({ page, snapshot }) => {
  await createDraft('aboutPage', {
    seo: { ...Object(snapshot.get('aboutPage')?.seo), title: 'Us' },
  })
  await openDocument(page, 'pages;aboutPage')
  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', { name: 'What changed' }).click()
  const panel = page.getByTestId('before-publish')
  const changes = panel.getByRole('region', { name: 'Changed since publishing' })
  await expect(changes.getByRole('button')).toHaveText('Search and sharing › Title', { timeout: uiTimeout })
  await expect(panel.getByTestId('search-result')).toContainText('Us · Creator’s Circle'.replace('’', "'"))
  await expect(panel.getByTestId('social-card')).toContainText('Us')
  await expect(panel.getByTestId('inbound-links')).toContainText('Settings')

  await panel.getByRole('button', { name: /This title has 2 characters/ }).click()
  const title = textField(page, 'seo.title')
  await expect(title).toBeFocused({ timeout: uiTimeout })
  await title.fill('')
  await expect(panel.getByRole('button', { name: /Fill in “Title”/ })).toBeVisible({
    timeout: uiTimeout,
  })
  await expect(page.getByTestId('action-publish')).toBeDisabled({ timeout: uiTimeout })
})

test('violations block publishing, and “Before you publish” lists them', { tag: '@nightly' }, async ({
  page,
  snapshot,
}) => {
  const links = Array.isArray(snapshot.get('siteSettings')?.footerLinks)
    ? snapshot.get('siteSettings')?.footerLinks
    : []
  await createDraft('siteSettings', {
    footerLinks: links.filter(({ page: path }: { page?: string }) => path !== '/terms'),
  })
  await openDocument(page, 'siteSettings')
  await page.getByRole('button', { name: 'Before you publish' }).click()
  await expectRefused(page, /The footer has no link to “Terms”/)
})

test('the Studio explains why publishing failed after another editor published', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'The title of the second editor')
  await expectStored('drafts.aboutPage', 'seo.title', 'The title of the second editor')
  const button = page.getByTestId('action-publish')
  await expect(button).toBeEnabled({ timeout: uiTimeout })
  // The first editor publishes while the second editor's request is in flight.
  let isFirstRequest = true
  await page.route('**/data/actions/**', async (route) => {
    if (isFirstRequest && route.request().postData()?.includes('document.publish')) {
      isFirstRequest = false
      await contentClient().action({
        actionType: 'sanity.action.document.publish',
        draftId: 'drafts.aboutPage',
        publishedId: 'aboutPage',
      })
    }
    await route.continue()
  })
  await button.click()
  const expectedText = /^Nothing was published\. Another editor probably .* the connection failed/
  await expect(page.getByText(expectedText).first()).toBeVisible({ timeout: uiTimeout })
})

test('a page with noindex and a canonical URL has both tags, and is not in the sitemap', {
  tag: '@nightly',
}, async () => {
  const set = { 'seo.noindex': true, 'seo.canonical': 'https://example.com/about' }
  await contentClient().patch('aboutPage').set(set).commit()
  await expect.poll(async () => (await loadPage('/about')).html).toContain('content="noindex"')
  expect((await loadPage('/about')).html).toContain('<link rel="canonical" href="https://example.com/about"')
  await expect.poll(async () => (await loadPage('/sitemap.xml')).html).not.toContain('/about<')
})
