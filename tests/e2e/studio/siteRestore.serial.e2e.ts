import { expect, type Page } from '@playwright/test'
import { formatStudioTime } from '@/studio/studioTime'
import { contentClient, fetchStoredField } from '../../support/content.ts'
import { loadPage } from '../../support/publishing.ts'
import { studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

type AboutPage = { seo: { title: string } }

/** Returns the About page at a point in time; undefined when the history does not have it. */
async function fetchAboutPageAt(time: Date): Promise<AboutPage | undefined> {
  const { documents } = await contentClient().request<{ documents: AboutPage[] }>({
    url: `/data/history/production/documents/aboutPage?time=${time.toISOString()}`,
  })
  return documents[0]
}

/**
 * Returns the start of the current minute, since time fields have no seconds, and the About page at that time. Waits
 * for the next minute when the page did not exist yet.
 */
async function findMinuteStart(): Promise<{ time: Date; aboutPage: AboutPage }> {
  let minute: { time: Date; aboutPage: AboutPage } | undefined
  await expect(async () => {
    const time = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const aboutPage = await fetchAboutPageAt(time)
    if (!aboutPage) throw new Error('The content was created within this minute.')
    minute = { time, aboutPage }
  }).toPass({ timeout: uiTimeout + 10_000 })
  if (!minute) throw new Error('There is no such minute.')
  return minute
}

/** Selects exactly the documents with these titles. */
async function selectOnly(page: Page, titles: readonly string[]): Promise<void> {
  const rows = page.getByTestId('site-restore').getByRole('listitem')
  await expect(rows.filter({ hasText: titles[0] })).toBeVisible({ timeout: uiTimeout })
  for (const row of await rows.all()) {
    const text = (await row.textContent()) ?? ''
    await row.getByRole('checkbox').setChecked(titles.some((title) => text.startsWith(title)))
  }
}

/** Restores the two selected documents, and confirms the dialog. */
async function restoreTwoDocuments(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restore 2 documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Restored 2 documents')).toBeVisible({ timeout: uiTimeout })
}

test('an editor restores two documents to a point in time, and undoes the restore', {
  tag: '@nightly',
}, async ({ page }) => {
  const { time, aboutPage } = await findMinuteStart()
  const client = contentClient()
  const hourMs = 3_600_000
  await client.patch('aboutPage').set({ 'seo.title': 'A mistake that went live' }).commit()
  await client.createOrReplace({
    _id: 'mistaken',
    _type: 'announcement',
    text: 'An unintended announcement',
    tone: 'calm',
    start: new Date(Date.now() - hourMs).toISOString(),
    end: new Date(Date.now() + hourMs).toISOString(),
  })

  await page.goto(studioUrl('site-restore'))
  await page.getByLabel('Restore to').fill(formatStudioTime(time))
  await page.getByRole('button', { name: 'Preview changes' }).click()
  const titles = ['About', 'An unintended announcement']
  await selectOnly(page, titles)
  const rows = page.getByTestId('site-restore').getByRole('listitem')
  await expect(rows.filter({ hasText: 'About' })).toContainText('changes: Search and sharing')
  await expect(rows.filter({ hasText: 'An unintended' })).toContainText('will be deleted')
  await restoreTwoDocuments(page)
  expect(await fetchStoredField('aboutPage', 'seo.title')).toBe(aboutPage.seo.title)
  expect(await fetchStoredField('mistaken', '_id')).toBeNull()
  await expect
    .poll(async () => (await loadPage('/about')).html, { timeout: uiTimeout })
    .not.toContain('A mistake that went live')

  await page.getByRole('button', { name: /^Undo/ }).click()
  await selectOnly(page, titles)
  await expect(rows.filter({ hasText: 'An unintended' })).toContainText('will be restored')
  await restoreTwoDocuments(page)
  expect(await fetchStoredField('aboutPage', 'seo.title')).toBe('A mistake that went live')
  expect(await fetchStoredField('mistaken', 'text')).toBe('An unintended announcement')
})

test('a changed price is not preselected, and canceling the dialog does not restore it', {
  tag: '@nightly',
}, async ({ page }) => {
  const { time } = await findMinuteStart()
  const price = Number(await fetchStoredField('offer', 'introPrice'))
  await contentClient()
    .patch('offer')
    .set({ introPrice: price * 2 })
    .commit()
  await page.goto(studioUrl('site-restore'))
  await page.getByLabel('Restore to').fill(formatStudioTime(time))
  await page.getByRole('button', { name: 'Preview changes' }).click()
  const offerRow = page
    .getByTestId('site-restore')
    .getByRole('listitem')
    .filter({ hasText: 'Introductory price' })
  await expect(offerRow.getByRole('checkbox')).not.toBeChecked({ timeout: uiTimeout })
  await selectOnly(page, ['Offer'])
  await page.getByRole('button', { name: 'Restore 1 document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change what members pay?' })
  await expect(dialog).toContainText('New members pay the amounts below.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await fetchStoredField('offer', 'introPrice')).toBe(price * 2)
})

/** Opens the tool, and previews the changes that restore the site to a time. */
async function previewChanges(page: Page, time: Date): Promise<void> {
  await page.goto(studioUrl('site-restore'))
  await page.getByLabel('Restore to').fill(formatStudioTime(time))
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await expect(page.getByTestId('site-restore').getByRole('listitem').first()).toBeVisible({
    timeout: uiTimeout,
  })
}

test('blocks a restore that would break an unselected document, and marks that document', {
  tag: '@nightly',
}, async ({ page }) => {
  const { time } = await findMinuteStart()
  const client = contentClient()
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'For the spring' }]
  const landingPage = { _id: 'spring', _type: 'landingPage', title: 'Spring', path: '/spring', sections }
  const link = { _key: 'spring', _type: 'link', label: 'Spring', kind: 'page', page: '/spring' }
  await client.createOrReplace(landingPage)
  await client.patch('siteSettings').insert('after', 'footerLinks[-1]', [link]).commit()

  await previewChanges(page, time)
  await selectOnly(page, ['Spring'])
  const rows = page.getByTestId('site-restore').getByRole('listitem')
  const button = page.getByRole('button', { name: /^Restore \d+ document/ }).last()
  await expect(button).toBeDisabled()
  await expect(page.getByText(/^Items in red would break the live site/)).toBeVisible()
  await expect(rows.filter({ hasText: 'Settings' })).toContainText(/If you leave it unchanged: .*\/spring/)

  await rows.filter({ hasText: 'Settings' }).getByRole('checkbox').check()
  await expect(button).toBeEnabled()
})
