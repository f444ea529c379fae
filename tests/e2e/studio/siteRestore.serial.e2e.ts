import { expect, type Page } from '@playwright/test'
import { isFixedId } from '@/lib/content/fixedDocuments'
import { formatStudioTime } from '@/lib/content/studioTime'
import { contentClient, stored } from '../../support/content.ts'
import { load, putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

type About = { seo: { title: string } }

/** The page as it was at a moment; undefined when the history does not know it then. */
async function aboutAt(moment: Date): Promise<About | undefined> {
  const { documents } = await contentClient().request<{ documents: About[] }>({
    url: `/data/history/production/documents/aboutPage?time=${moment.toISOString()}`,
  })
  return documents[0]
}

/** The last full minute at which the page was there: fields for times have no seconds. */
async function lastFullMinute(): Promise<{ moment: Date; about: About }> {
  let found: { moment: Date; about: About } | undefined
  await expect(async () => {
    const moment = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const about = await aboutAt(moment)
    if (!about) throw new Error('The content was made within this minute.')
    found = { moment, about }
  }).toPass({ timeout: uiTimeout + 10_000 })
  if (!found) throw new Error('There is no such minute.')
  return found
}

/** Leaves only some of the listed documents ticked. */
async function tickOnly(page: Page, titles: readonly string[]): Promise<void> {
  const rows = page.getByTestId('put-back').getByRole('listitem')
  await expect(rows.filter({ hasText: titles[0] })).toBeVisible({ timeout: uiTimeout })
  for (const row of await rows.all()) {
    const text = (await row.textContent()) ?? ''
    await row.getByRole('checkbox').setChecked(titles.some((title) => text.startsWith(title)))
  }
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Put back 2 documents' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put back', exact: true }).click()
  await expect(page.getByText('Done: 2 documents')).toBeVisible({ timeout: uiTimeout })
}

test('an editor puts the site back to a moment, and undoes it', { tag: '@all' }, async ({ page }) => {
  const { moment, about } = await lastFullMinute()
  const client = contentClient()
  const hour = 3_600_000
  await client.patch('aboutPage').set({ 'seo.title': 'A mistake that went live' }).commit()
  await client.createOrReplace({
    _id: 'mistaken',
    _type: 'announcement',
    text: 'Nobody wanted to say this',
    tone: 'calm',
    start: new Date(Date.now() - hour).toISOString(),
    end: new Date(Date.now() + hour).toISOString(),
  })

  await page.goto(studioUrl('put-back'))
  await page.getByLabel('As it was on').fill(formatStudioTime(moment))
  await page.getByRole('button', { name: 'See what would change' }).click()
  const titles = ['About', 'Nobody wanted to say this']
  await tickOnly(page, titles)
  const rows = page.getByTestId('put-back').getByRole('listitem')
  await expect(rows.filter({ hasText: 'About' })).toContainText('changes: Search and sharing')
  await expect(rows.filter({ hasText: 'Nobody wanted' })).toContainText('goes away')
  await press(page)
  expect(await stored('aboutPage', 'seo.title')).toBe(about.seo.title)
  expect(await stored('mistaken', '_id')).toBeNull()
  await expect
    .poll(async () => (await load('/about')).html, { timeout: uiTimeout })
    .not.toContain('A mistake that went live')

  await page.getByRole('button', { name: /^Undo/ }).click()
  await tickOnly(page, titles)
  await expect(rows.filter({ hasText: 'Nobody wanted' })).toContainText('comes back')
  await press(page)
  expect(await stored('aboutPage', 'seo.title')).toBe('A mistake that went live')
  expect(await stored('mistaken', 'text')).toBe('Nobody wanted to say this')
})

test('prices are put back only when they are ticked, and confirmed', { tag: '@all' }, async ({ page }) => {
  const { moment } = await lastFullMinute()
  const price = Number(await stored('offer', 'introPrice'))
  await contentClient()
    .patch('offer')
    .set({ introPrice: price * 2 })
    .commit()
  await page.goto(studioUrl('put-back'))
  await page.getByLabel('As it was on').fill(formatStudioTime(moment))
  await page.getByRole('button', { name: 'See what would change' }).click()
  const offer = page.getByTestId('put-back').getByRole('listitem').filter({ hasText: 'Introductory price' })
  await expect(offer.getByRole('checkbox')).not.toBeChecked({ timeout: uiTimeout })
  await tickOnly(page, ['Offer'])
  await page.getByRole('button', { name: 'Put back one document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change what members pay?' })
  await expect(dialog).toContainText('Whoever joins from now on')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await stored('offer', 'introPrice')).toBe(price * 2)
})

/** Opens the tool and lists what would change since a moment. */
async function listChanges(page: Page, moment: Date): Promise<void> {
  await page.goto(studioUrl('put-back'))
  await page.getByLabel('As it was on').fill(formatStudioTime(moment))
  await page.getByRole('button', { name: 'See what would change' }).click()
  await expect(page.getByTestId('put-back').getByRole('listitem').first()).toBeVisible({ timeout: uiTimeout })
}

test('no selection deletes a document that the site needs', { tag: '@all' }, async ({ page }) => {
  const fixed = [...before.keys()].filter(isFixedId)
  // Long before the content existed.
  await listChanges(page, new Date(Date.now() - 24 * 3_600_000))
  const rows = page.getByTestId('put-back').getByRole('listitem').filter({ hasText: 'goes away' })
  const button = page.getByRole('button', { name: 'Put back one document' })
  for (const row of await page.getByTestId('put-back').getByRole('checkbox').all())
    await row.setChecked(false)
  await expect(page.getByText('Select at least one document.')).toBeVisible()
  let refused = 0
  for (const row of await rows.all()) {
    await row.getByRole('checkbox').check()
    if (await row.getByText('The site needs this document').isVisible()) {
      await expect(button).toBeDisabled()
      refused += 1
    }
    await row.getByRole('checkbox').uncheck()
  }
  expect(refused).toBe(fixed.length)
})

test('a page that would break is red whether it is selected or not', { tag: '@all' }, async ({ page }) => {
  const { moment } = await lastFullMinute()
  const client = contentClient()
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'For the spring' }]
  const spring = { _id: 'spring', _type: 'landingPage', title: 'Spring', path: '/spring', sections }
  const link = { _key: 'spring', _type: 'link', label: 'Spring', kind: 'page', page: '/spring' }
  await client.createOrReplace(spring)
  await client.patch('siteSettings').insert('after', 'footerLinks[-1]', [link]).commit()

  await listChanges(page, moment)
  await tickOnly(page, ['Spring'])
  const rows = page.getByTestId('put-back').getByRole('listitem')
  const button = page.getByRole('button', { name: /^Put back/ }).last()
  await expect(button).toBeDisabled()
  await expect(page.getByText(/^Items in red would break the live site/)).toBeVisible()
  await expect(rows.filter({ hasText: 'Settings' })).toContainText(/If it stays as it is: .*\/spring/)

  await rows.filter({ hasText: 'Settings' }).getByRole('checkbox').check()
  await expect(button).toBeEnabled()
})
