import { expect, type Page } from '@playwright/test'
import { contentClient, fetchStoredField } from '../../support/content.ts'
import { expectStored } from '../../support/editing.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, publish } from '../../support/publishing.ts'
import {
  fillInTab,
  pressPublish,
  previewFrame,
  studioUrl,
  textField,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/** Fills in a field of a landing page's form, opening the field's tab if necessary. */
async function fillField(page: Page, path: string, value: string): Promise<void> {
  await fillInTab(page, path.startsWith('seo') ? 'seo' : 'content', path, value)
}

/** Requests a path and returns its status and `Location` header, without following the redirect. */
async function requestRedirect(path: string) {
  const { status, headers } = await fetch(`${testEnvironment().siteOrigin}${path}`, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('when a landing page moves back to its former path, the newer path redirects to it', {
  tag: '@nightly',
}, async ({ page }) => {
  const id = 'moving-page'
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'A page of its own' }]
  const seo = {
    _type: 'seo',
    title: 'A podcast for coaches',
    description: 'What a coach gets. '.repeat(4).trim(),
  }
  const document = { _id: id, _type: 'landingPage', title: 'Coaches', sections, seo }
  await publish([{ createOrReplace: { ...document, path: '/podcast-for-coaches' } }])
  await page.goto(studioUrl(`intent/edit/id=${id};type=landingPage/`))
  await expect(textField(page, 'title')).toBeVisible({ timeout: uiTimeout })
  await fillField(page, 'path', '/about')
  await expect(page.getByText('/about is the page “About”.').first()).toBeVisible({ timeout: uiTimeout })
  await fillField(page, 'path', '/coaches')
  await expectStored(`drafts.${id}`, 'path', '/coaches')
  await pressPublish(page, id)
  await expect.poll(() => requestRedirect('/coaches'), { timeout: uiTimeout }).toEqual([200, null])
  await expect
    .poll(() => requestRedirect('/podcast-for-coaches'), { timeout: uiTimeout })
    .toEqual([301, '/coaches'])
  expect(await fetchStoredField(id, 'formerPaths')).toEqual(['/podcast-for-coaches'])

  await fillField(page, 'path', '/podcast-for-coaches')
  await expectStored(`drafts.${id}`, 'path', '/podcast-for-coaches')
  await pressPublish(page, id)
  await expect
    .poll(() => requestRedirect('/podcast-for-coaches'), { timeout: uiTimeout })
    .toEqual([200, null])
  await expect
    .poll(() => requestRedirect('/coaches'), { timeout: uiTimeout })
    .toEqual([301, '/podcast-for-coaches'])
  expect(await fetchStoredField(id, 'formerPaths')).toContain('/coaches')
})

/** Creates only a draft of a landing page at /not-yet, and opens it in Preview. */
async function previewUnpublishedPage(page: Page, heading: string): Promise<void> {
  await contentClient().createOrReplace({
    _id: 'drafts.unpublished-landing-page',
    _type: 'landingPage',
    title: 'Not yet',
    path: '/not-yet',
    sections: [{ _key: 'intro', _type: 'pageIntroSection', heading }],
  })
  await page.goto(studioUrl('presentation?preview=/not-yet'))
}

/** Reads the path of the page in Preview's frame. */
const readFramePath = (page: Page) =>
  previewFrame(page)
    .locator(':root')
    .evaluate(() => location.pathname)

test('Preview shows an unpublished landing page beside its form, but visitors get a 404 response', {
  tag: '@nightly',
}, async ({ page }) => {
  const heading = 'An unpublished heading'
  await previewUnpublishedPage(page, heading)
  await expect(previewFrame(page).getByRole('heading', { level: 1 })).toContainText(heading, {
    timeout: uiTimeout,
  })
  await expect(textField(page, 'path')).toHaveValue('/not-yet', { timeout: uiTimeout })
  expect((await loadPage('/not-yet')).status).toBe(404)
})

test('Preview follows the path that is typed for a landing page', { tag: '@nightly' }, async ({ page }) => {
  const heading = 'A page with a changing path'
  await previewUnpublishedPage(page, heading)
  const previewHeading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(previewHeading).toContainText(heading, { timeout: uiTimeout })
  const pathField = textField(page, 'path')
  await expect(pathField).toHaveValue('/not-yet', { timeout: uiTimeout })
  // Presentation closes the form when the path changes before the frame has reported its URL.
  await expect(page).toHaveURL(/preview=http/, { timeout: uiTimeout })
  for (const suffix of ['-at-all', '-today']) {
    await pathField.press('End')
    await pathField.pressSequentially(suffix)
    const path = await pathField.inputValue()
    await expect.poll(() => readFramePath(page), { timeout: uiTimeout }).toBe(path)
    await expect(previewHeading).toContainText(heading, { timeout: uiTimeout })
  }
  await expect(page.getByText('Unable to connect')).toHaveCount(0)
})

test('a linked landing page can’t be deleted, even if the link was just published', {
  tag: '@nightly',
}, async ({ page }) => {
  const id = 'landing-page-to-keep'
  const path = '/to-keep'
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'A page to keep' }]
  await publish([{ createOrReplace: { _id: id, _type: 'landingPage', title: 'To keep', path, sections } }])
  await page.goto(studioUrl(`intent/edit/id=${id};type=landingPage/`))
  const menuButton = page.getByTestId('action-menu-button').last()
  const deleteItem = page.getByRole('menuitem', { name: 'Delete' })
  await expect(menuButton).toBeEnabled({ timeout: uiTimeout })
  await menuButton.click()
  await expect(deleteItem).toBeEnabled({ timeout: uiTimeout })

  const links = [{ _key: 'link', _type: 'link', kind: 'page', page: path, label: 'To keep' }]
  const text = 'Our page is here'
  await publish([{ createOrReplace: { _id: 'announcement-of-tests', _type: 'announcement', text, links } }])
  await deleteItem.click()
  await expect(page.getByText(`Other documents link to this page: ${text}.`).first()).toBeVisible({
    timeout: uiTimeout,
  })
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await publish([{ delete: { id: 'announcement-of-tests' } }])
  await menuButton.click()
  await deleteItem.click()
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: uiTimeout })
  expect(await fetchStoredField(id, '_id')).toBe(id)
})
