import { expect } from '@playwright/test'
import sharp from 'sharp'
import { fetchStoredField } from '../../support/content.ts'
import { loadPage, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import {
  drag,
  drop,
  fieldInTab,
  fillInTab,
  getCenter,
  openDocument,
  openHistory,
  pressPublish,
  studioTimeouts,
  textField,
  uiTimeout,
} from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => restore(before))

/** The typing speed of a person, so that one editor's input is saved while the other types. */
const pace = { delay: 60 }

test('an edit is saved as a draft, reviewed and discarded, invisible to visitors', {
  tag: '@all',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await page.getByTestId('group-tab-seo').click()
  const title = textField(page, 'seo.title')
  const original = await title.inputValue()
  // The review marks single letters, so that it shows digits in one piece whatever was published before.
  const edited = `${original} 1234`
  await fillInTab(page, 'seo', 'seo.title', edited)
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
    .toBe(edited)
  expect((await loadPage('/about')).html).not.toContain(edited)

  await openHistory(page)
  await page.getByRole('tab', { name: 'Review changes' }).click()
  const change = page.getByRole('insertion').filter({ hasText: '1234' })
  await expect(change).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByText('Something went wrong')).toHaveCount(0)

  await page.getByTestId('action-menu-button').click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(title).toHaveValue(original, { timeout: uiTimeout })
  await expect.poll(() => fetchStoredField('drafts.aboutPage', '_id'), { timeout: uiTimeout }).toBeNull()
})

test('hides a section and shows it again', { tag: '@all' }, async ({ page }) => {
  expect((await loadPage('/about')).html).toContain('id="beliefs"')
  await openDocument(page, 'pages;aboutPage')
  const hide = page.getByTestId('boolean-input').getByRole('checkbox')
  for (const hidden of [true, false]) {
    await page
      .getByRole('button', { name: /What we believe/ })
      .first()
      .click()
    await page.getByTestId('group-tab-display').last().click()
    await hide.click({ force: true })
    await page.keyboard.press('Escape')
    await pressPublish(page, 'aboutPage')
    await expect
      .poll(async () => (await loadPage('/about')).html.includes('id="beliefs"'), { timeout: uiTimeout })
      .toBe(!hidden)
  }
})

test('the input keeps its focus when validation fails during typing', { tag: '@all' }, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.description', 'Too short')
  const description = textField(page, 'seo.description')
  const reason = page.getByTestId('field-seo').getByText(/“Description” has \d+ characters/)
  await expect(reason).toBeVisible({ timeout: uiTimeout })
  await fillInTab(
    page,
    'seo',
    'seo.description',
    'Long enough for a line that search engines show below a title',
  )
  await expect(reason).toBeHidden({ timeout: uiTimeout })
  await description.focus()
  await description.press('ControlOrMeta+A')
  await page.keyboard.type('Short')
  await expect(reason).toBeVisible({ timeout: uiTimeout })
  await page.keyboard.type(' at first')
  await expect(description).toHaveValue('Short at first')
})

test('two editors see each other and each other’s changes', { tag: '@all' }, async ({
  page,
  getBrowserContext,
}) => {
  const other = await (await getBrowserContext('administrator')).newPage()
  await openDocument(page, 'pages;aboutPage')
  await openDocument(other, 'pages;aboutPage')
  for (const each of [page, other]) {
    await each.getByTestId('group-tab-seo').click()
    await expect(each.getByTestId('document-level-presence').last()).toBeVisible({ timeout: uiTimeout })
  }
  await textField(page, 'seo.title').fill('Written by two')
  // This creates the draft, and the Studio may return to its first tab for viewers.
  await expect(async () => {
    await expect(await fieldInTab(other, 'seo', 'seo.title')).toHaveValue('Written by two', { timeout: 5000 })
  }).toPass({ timeout: uiTimeout })
  await textField(other, 'seo.title').fill('Written by two people')
  await expect(textField(page, 'seo.title')).toHaveValue('Written by two people', { timeout: uiTimeout })

  const [title, description] = [
    'The one writes here while',
    'the other writes there, and each sees both of it',
  ]
  await Promise.all([textField(page, 'seo.title').fill(''), textField(other, 'seo.description').fill('')])
  await Promise.all([
    textField(page, 'seo.title').pressSequentially(title, pace),
    textField(other, 'seo.description').pressSequentially(description, pace),
  ])
  await expect
    .poll(() => fetchStoredField('drafts.aboutPage', 'seo{title, description}'), { timeout: uiTimeout })
    .toEqual({ title, description })
  for (const each of [page, other]) {
    await expect(textField(each, 'seo.title')).toHaveValue(title, { timeout: uiTimeout })
    await expect(textField(each, 'seo.description')).toHaveValue(description, { timeout: uiTimeout })
  }
  await other.close()
})

test('a picture is uploaded, described and cropped, and its hotspot is drawn and moved', {
  tag: '@all',
}, async ({ page }) => {
  await openDocument(page, 'pages;contactPage')
  // Creates the draft first, because its creation renders the form again, which would cancel a running upload.
  const alt = textField(page, 'locationPicture.alt')
  await alt.fill('A green door')
  await expect
    .poll(() => fetchStoredField('drafts.contactPage', 'locationPicture.alt'), { timeout: uiTimeout })
    .toBe('A green door')
  await expect(alt).toHaveValue('A green door', { timeout: uiTimeout })
  const bytes = await sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#264' } })
    .png()
    .toBuffer()
  await drop(page.getByTestId('image-input'), 'door.png', bytes)
  await expect
    .poll(() => fetchStoredField('drafts.contactPage', 'locationPicture.asset->originalFilename'), {
      timeout: uiTimeout,
    })
    .toBe('door.png')

  await page.getByTestId('options-menu-edit-details').click()
  const dialog = page.getByRole('dialog')
  const edge = await getCenter(dialog.locator('[data-handle="crop-left"]'))
  await drag(page, edge, { x: edge.x + 160, y: edge.y })
  await expect
    .poll(() => fetchStoredField<number>('drafts.contactPage', 'locationPicture.crop.left'), {
      timeout: uiTimeout,
    })
    .toBeGreaterThan(0.1)

  type Hotspot = { x: number; y: number; width: number; height: number }
  const hotspot = () =>
    fetchStoredField<Hotspot>('drafts.contactPage', 'locationPicture.hotspot{x, y, width, height}')
  const whole = await hotspot()
  const rim = await getCenter(dialog.locator('[data-handle="hotspotHandle"]'))
  await drag(page, rim, { x: rim.x - 70, y: rim.y - 70 })
  await expect
    .poll(async () => (await hotspot())?.width, { timeout: uiTimeout })
    .toBeLessThan((whole?.width ?? 1) - 0.1)
  const drawn = await hotspot()
  const middle = await getCenter(dialog.locator('[data-handle="hotspot"]'))
  await drag(page, middle, { x: middle.x + 40, y: middle.y - 30 })
  await expect
    .poll(async () => (await hotspot())?.x, { timeout: uiTimeout })
    .toBeGreaterThan((drawn?.x ?? 1) + 0.02)
  const moved = await hotspot()
  expect(moved?.y).toBeLessThan((drawn?.y ?? 0) - 0.02)
  expect(moved).toMatchObject({ width: drawn?.width, height: drawn?.height })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await pressPublish(page, 'contactPage')
  await expect
    .poll(async () => (await loadPage('/contact')).html, { timeout: uiTimeout })
    .toContain('alt="A green door"')
})

test('refuses a file that isn’t a picture, with the reason', { tag: '@all' }, async ({ page }) => {
  await openDocument(page, 'gallery')
  await page.getByRole('button', { name: 'Add photo' }).click()
  await drop(page.getByRole('dialog').getByTestId('image-input'), 'door.png', Buffer.from('no picture'))
  const reason = page.getByText('The file is damaged or not what its name says').first()
  await expect(reason).toBeVisible({ timeout: uiTimeout })
})

test('two editors change one page while one of them is offline, and nothing is lost', {
  tag: '@all',
}, async ({ page, getBrowserContext }) => {
  const second = await (await getBrowserContext('administrator')).newPage()
  const draft = (path: string) => fetchStoredField('drafts.aboutPage', path)
  try {
    for (const editor of [page, second]) await openDocument(editor, 'pages;aboutPage')
    await fillInTab(page, 'seo', 'seo.title', 'Title by the first editor')
    const titleOfSecond = await fieldInTab(second, 'seo', 'seo.title')
    await expect(titleOfSecond).toHaveValue('Title by the first editor', { timeout: uiTimeout })

    await page.context().setOffline(true)
    await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible({ timeout: uiTimeout })
    const offlineText = 'A description that was typed without a network, and that is long enough to be valid.'
    const description = textField(page, 'seo.description')
    await description.fill(offlineText)
    await titleOfSecond.fill('Title by the second editor')
    await expect.poll(() => draft('seo.title'), { timeout: uiTimeout }).toBe('Title by the second editor')
    expect(await draft('seo.description')).not.toBe(offlineText)
    await expect(description).toHaveValue(offlineText)

    await page.context().setOffline(false)
    await expect.poll(() => draft('seo.description'), { timeout: uiTimeout }).toBe(offlineText)
    expect(await draft('seo.title')).toBe('Title by the second editor')
    await expect(textField(page, 'seo.title')).toHaveValue('Title by the second editor', {
      timeout: uiTimeout,
    })
    await expect(textField(second, 'seo.description')).toHaveValue(offlineText, { timeout: uiTimeout })
    await pressPublish(page, 'aboutPage')
    const published = async () => (await loadPage('/about')).html
    await expect.poll(published, { timeout: uiTimeout }).toContain(offlineText)
    expect(await published()).toContain('Title by the second editor')
  } finally {
    await page.context().setOffline(false)
    await second.close()
  }
})

test('words typed during a long outage stay in the form, and are saved', { tag: '@all' }, async ({
  page,
}) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'Before the outage')
  const fetchDraft = () => fetchStoredField('drafts.aboutPage', 'seo.title')
  await expect.poll(fetchDraft, { timeout: uiTimeout }).toBe('Before the outage')
  let failedReads = 0
  page.on('requestfailed', (request) => {
    if (request.method() === 'GET' && request.url().includes('/data/')) failedReads += 1
  })
  await page.context().setOffline(true)
  const title = textField(page, 'seo.title')
  await title.press('End')
  await page.keyboard.type(', and typed during it', { delay: 40 })
  // Sanity's client gives up each read after six tries.
  await expect.poll(() => failedReads, { timeout: uiTimeout }).toBeGreaterThan(60)
  await expect(title).toHaveValue('Before the outage, and typed during it')
  await page.context().setOffline(false)
  await expect.poll(fetchDraft, { timeout: uiTimeout }).toBe('Before the outage, and typed during it')
})
