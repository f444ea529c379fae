import { expect } from '@playwright/test'
import { contentClient, createDraft } from '../../support/content.ts'
import { expectStored } from '../../support/editing.ts'
import { fillInTab, openDocument, previewFrame, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe('a viewer', () => {
  test.use({ account: 'viewer' })

  test('can preview drafts', { tag: '@nightly' }, async ({ page }) => {
    await createDraft('aboutPage', {})
    const heading = 'A draft that a viewer reads'
    await contentClient().patch('drafts.aboutPage').set({ 'sections[0].heading': heading }).commit()
    await page.goto(studioUrl('presentation?preview=/about'))
    await expect(previewFrame(page).getByRole('heading', { level: 1 })).toContainText(heading, {
      timeout: uiTimeout,
    })
    await expect(page.getByText('Unable to connect')).toHaveCount(0)
  })
})

test.describe('a contributor', () => {
  test.use({ account: 'contributor' })

  test('writes a draft that an editor sees, but cannot publish it', {
    tag: '@nightly',
  }, async ({ page, getBrowserContext }) => {
    await expect(page.getByTestId('pane-item-Pages')).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('pane-item-Redirects')).toHaveCount(0)
    const navbar = page.getByTestId('studio-navbar')
    for (const tool of ['Restore site', 'Queries']) await expect(navbar.getByText(tool)).toHaveCount(0)

    await openDocument(page, 'pages;aboutPage')
    await fillInTab(page, 'seo', 'seo.title', 'A title by a contributor')
    await expectStored('drafts.aboutPage', 'seo.title', 'A title by a contributor')
    await expect(page.getByTestId('action-publish')).toHaveCount(0)

    const editorPage = await (await getBrowserContext('editor')).newPage()
    await editorPage.goto(studioUrl('structure/changes'))
    const changes = editorPage
      .getByTestId('structure-tool-list-pane')
      .or(editorPage.getByTestId('document-list-pane'))
    await expect(
      changes
        .last()
        .getByTestId(/^pane-item-/)
        .first(),
    ).toContainText('About', { timeout: uiTimeout })
    await editorPage.close()
  })
})
