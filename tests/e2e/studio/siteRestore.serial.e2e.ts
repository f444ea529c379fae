import { expect, type Page } from '@playwright/test'
import { contentClient, fetchStoredField } from '../../support/content.ts'
import { expectTextOnSite } from '../../support/editing.ts'
import { studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

const timeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Formats a time for an input, in the time zone of this computer and its browser. Inputs omit `:00` seconds. */
const formatInput = (time: Date) => timeFormat.format(time).replace(' ', 'T').replace(/:00$/, '')

/** Waits until the next full second begins, and returns its time, since the time field has no fractions of a second. */
async function waitForSecond(): Promise<Date> {
  const time = new Date(Math.ceil(Date.now() / 1000) * 1000)
  await expect.poll(() => Date.now()).toBeGreaterThan(time.getTime())
  return time
}

const listRows = (page: Page) => page.getByTestId('site-restore').getByRole('listitem')

/** Opens the tool, and previews the changes that would restore the site to a point in time. */
async function previewChanges(page: Page, time: Date): Promise<void> {
  await page.goto(studioUrl('site-restore'))
  await page.getByLabel('Restore to').fill(formatInput(time))
  await page.getByRole('button', { name: 'Preview changes' }).click()
  await expect(listRows(page).first()).toBeVisible({ timeout: uiTimeout })
}

/** Selects exactly the documents with these titles. */
async function selectOnly(page: Page, titles: readonly string[]): Promise<void> {
  const rows = listRows(page)
  await expect(rows.filter({ hasText: titles[0] })).toBeVisible({ timeout: uiTimeout })
  for (const row of await rows.all()) {
    const text = (await row.textContent()) ?? ''
    await row.getByRole('checkbox').setChecked(titles.some((title) => text.startsWith(title)))
  }
}

/** Restores the two selected documents by confirming the dialog, and expects a result message. */
async function restoreSelected(
  page: Page,
  result: RegExp | string = 'Restored. Drafts weren’t changed.',
): Promise<void> {
  await page.getByRole('button', { name: 'Restore selected' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 documents as of', { timeout: uiTimeout })
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText(result)).toBeVisible({ timeout: uiTimeout })
}

test('an editor restores two documents to a point in time, and undoes the restore', {
  tag: '@nightly',
}, async ({ page }) => {
  const [time, title] = [await waitForSecond(), await fetchStoredField('aboutPage', 'seo.title')]
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

  await previewChanges(page, time)
  const titles = ['About', 'An unintended announcement']
  await selectOnly(page, titles)
  const rows = listRows(page)
  await expect(rows.filter({ hasText: 'About' })).toHaveText(/^About\s*Changes: Search and sharing$/)
  await expect(rows.filter({ hasText: 'An unintended' })).toContainText('Will be deleted')
  await restoreSelected(page)
  expect(await fetchStoredField('aboutPage', 'seo.title')).toBe(title)
  expect(await fetchStoredField('mistaken', '_id')).toBeNull()
  await expectTextOnSite('/about', 'A mistake that went live', false)

  await page.getByRole('button', { name: /^Undo/ }).click()
  await selectOnly(page, titles)
  await expect(rows.filter({ hasText: 'An unintended' })).toContainText('Will be restored')
  // The Content Lake restores the documents, but its response is lost.
  await page.route(/\/data\/mutate\//, async (route) => {
    await route.fetch()
    await route.fulfill({ status: 504, body: 'Gateway timeout' })
  })
  await restoreSelected(page, /may or may not have been restored/)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(rows).toHaveText([/^About/, /^An unintended/], { timeout: uiTimeout })
  expect(await fetchStoredField('aboutPage', 'seo.title')).toBe('A mistake that went live')
  expect(await fetchStoredField('mistaken', 'text')).toBe('An unintended announcement')
})

test('a changed price is not preselected, and canceling the dialog does not restore it', {
  tag: '@nightly',
}, async ({ page }) => {
  const time = await waitForSecond()
  const price = Number(await fetchStoredField('offer', 'introPrice'))
  await contentClient()
    .patch('offer')
    .set({ introPrice: price * 2 })
    .commit()
  await previewChanges(page, time)
  const offerRow = listRows(page).filter({ hasText: 'Introductory price' })
  await expect(offerRow.getByRole('checkbox')).not.toBeChecked({ timeout: uiTimeout })
  await selectOnly(page, ['Offer'])
  await page.getByRole('button', { name: 'Restore selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore the site?' })
  await expect(dialog).toContainText('New members pay the amounts below.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await fetchStoredField('offer', 'introPrice')).toBe(price * 2)
})

test('a restore that would break an unselected document is blocked, and that document is listed', {
  tag: '@nightly',
}, async ({ page }) => {
  const time = await waitForSecond()
  const client = contentClient()
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'For the spring' }]
  const seo = { _type: 'seo', title: 'For the spring', description: 'What it brings. '.repeat(5).trim() }
  const landingPage = { _id: 'spring', _type: 'landingPage', title: 'Spring', path: '/spring', sections, seo }
  const link = { _key: 'spring', _type: 'link', label: 'Spring', kind: 'page', page: '/spring' }
  await client.createOrReplace(landingPage)
  await client.patch('siteSettings').insert('after', 'footerLinks[-1]', [link]).commit()

  await previewChanges(page, time)
  await selectOnly(page, ['Spring'])
  const rows = listRows(page)
  const button = page.getByRole('button', { name: 'Restore selected' })
  await button.click()
  const refusal = page.getByRole('dialog', { name: 'This can’t be restored' })
  await expect(refusal.getByRole('listitem')).toContainText(/Settings.*\/spring/)
  await page.keyboard.press('Escape')

  await rows.filter({ hasText: 'Settings' }).getByRole('checkbox').check()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Restore the site?' })
  await expect(dialog).toContainText(/Spring.*will redirect to the home page/)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  const undo = page.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeVisible({ timeout: uiTimeout })
  expect(await fetchStoredField('redirects', 'rules[from == "/spring"].to')).toEqual(['/'])

  await undo.click()
  await expect(rows).toHaveCount(3, { timeout: uiTimeout })
  await button.click()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(undo).toBeVisible({ timeout: uiTimeout })
  expect(await fetchStoredField('spring', 'path')).toBe('/spring')
  expect(await fetchStoredField('redirects', 'rules[from == "/spring"].to')).toEqual([])
})
