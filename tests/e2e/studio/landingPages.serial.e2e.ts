import { expect, type Page } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { publish } from '../../support/publishing.ts'
import {
  fillInTab,
  pressPublish,
  studioTimeouts,
  studioUrl,
  textField,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

/** Fills a field of a landing page's form, on its tab. */
async function fillField(page: Page, path: string, value: string): Promise<void> {
  await fillInTab(page, path.startsWith('seo') ? 'seo' : 'content', path, value)
}

/** Requests a path and returns its status and `Location` header, without following the redirect. */
async function requestRedirect(path: string) {
  const { status, headers } = await fetch(`${testEnvironment().siteOrigin}${path}`, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('a landing page that gets another path, and its former one again, redirects from the other', {
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
  await expect.poll(() => fetchStoredField(`drafts.${id}`, 'path'), { timeout: uiTimeout }).toBe('/coaches')
  await pressPublish(page, id)
  await expect.poll(() => requestRedirect('/coaches'), { timeout: uiTimeout }).toEqual([200, null])
  await expect
    .poll(() => requestRedirect('/podcast-for-coaches'), { timeout: uiTimeout })
    .toEqual([301, '/coaches'])
  expect(await fetchStoredField(id, 'formerPaths')).toEqual(['/podcast-for-coaches'])

  await fillField(page, 'path', '/podcast-for-coaches')
  await expect
    .poll(() => fetchStoredField(`drafts.${id}`, 'path'), { timeout: uiTimeout })
    .toBe('/podcast-for-coaches')
  await pressPublish(page, id)
  await expect
    .poll(() => requestRedirect('/podcast-for-coaches'), { timeout: uiTimeout })
    .toEqual([200, null])
  await expect
    .poll(() => requestRedirect('/coaches'), { timeout: uiTimeout })
    .toEqual([301, '/podcast-for-coaches'])
  expect(await fetchStoredField(id, 'formerPaths')).toContain('/coaches')
})

test('a linked landing page can’t be deleted, also when the link was just published', {
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
