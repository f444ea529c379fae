import { expect } from '@playwright/test'
import { fetchStoredField } from '../../support/content.ts'
import { discardDraft, expectStored, expectTextOnSite } from '../../support/editing.ts'
import { loadPage } from '../../support/publishing.ts'
import {
  createPicture,
  drag,
  drop,
  fieldInTab,
  fillInTab,
  getCenter,
  openDocument,
  openHistory,
  pressPublish,
  textField,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/** Options for typing at a person's speed, so that one editor's input is saved while the other editor types. */
const typingOptions = { delay: 60 }

test('an edit is saved as a draft, reviewed and discarded, and is never visible to visitors', async ({
  page,
}) => {
  await openDocument(page, 'pages;aboutPage')
  await page.getByTestId('group-tab-seo').click()
  const title = textField(page, 'seo.title')
  const original = await title.inputValue()
  // “Review changes” marks each changed letter. The title has no digits, so “1234” is marked as one change.
  const edited = `${original} 1234`
  await fillInTab(page, 'seo', 'seo.title', edited)
  await expectStored('drafts.aboutPage', 'seo.title', edited)
  expect((await loadPage('/about')).html).not.toContain(edited)

  await openHistory(page)
  await page.getByRole('tab', { name: 'Review changes' }).click()
  const change = page.getByRole('insertion').filter({ hasText: '1234' })
  await expect(change).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByText('Something went wrong')).toHaveCount(0)

  await discardDraft(page, 'aboutPage')
  await expect(title).toHaveValue(original, { timeout: uiTimeout })
})

test('the input keeps its focus when validation fails during typing', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.description', 'Too short')
  const description = textField(page, 'seo.description')
  const message = page.getByTestId('field-seo').getByText(/“Description” has \d+ characters/)
  await expect(message).toBeVisible({ timeout: uiTimeout })
  await fillInTab(
    page,
    'seo',
    'seo.description',
    'Long enough for a line that search engines show below a title',
  )
  await expect(message).toBeHidden({ timeout: uiTimeout })
  await description.focus()
  await description.press('ControlOrMeta+A')
  await page.keyboard.type('Short')
  await expect(message).toBeVisible({ timeout: uiTimeout })
  await page.keyboard.type(' at first')
  await expect(description).toHaveValue('Short at first')
})

test('two editors see each other and each other’s changes', { tag: '@nightly' }, async ({
  page,
  getBrowserContext,
}) => {
  const otherPage = await (await getBrowserContext('administrator')).newPage()
  await openDocument(page, 'pages;aboutPage')
  await openDocument(otherPage, 'pages;aboutPage')
  for (const editorPage of [page, otherPage]) {
    await editorPage.getByTestId('group-tab-seo').click()
    await expect(editorPage.getByTestId('document-level-presence').last()).toBeVisible({ timeout: uiTimeout })
  }
  await textField(page, 'seo.title').fill('Written by two')
  // Typing creates the draft. The other editor's form may then return to its first tab.
  await expect(async () => {
    await expect(await fieldInTab(otherPage, 'seo', 'seo.title')).toHaveValue('Written by two', {
      timeout: 5000,
    })
  }).toPass({ timeout: uiTimeout })
  await textField(otherPage, 'seo.title').fill('Written by two people')
  await expect(textField(page, 'seo.title')).toHaveValue('Written by two people', { timeout: uiTimeout })

  const [title, description] = [
    'One editor writes here while',
    'the other one writes there, and each sees both texts',
  ]
  await Promise.all([textField(page, 'seo.title').fill(''), textField(otherPage, 'seo.description').fill('')])
  await Promise.all([
    textField(page, 'seo.title').pressSequentially(title, typingOptions),
    textField(otherPage, 'seo.description').pressSequentially(description, typingOptions),
  ])
  await expectStored('drafts.aboutPage', 'seo{title, description}', { title, description })
  for (const editorPage of [page, otherPage]) {
    await expect(textField(editorPage, 'seo.title')).toHaveValue(title, { timeout: uiTimeout })
    await expect(textField(editorPage, 'seo.description')).toHaveValue(description, { timeout: uiTimeout })
  }
  await otherPage.close()
})

test('a picture is uploaded, described and cropped', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;contactPage')
  // Creates the draft first: creating it renders the form again, which would cancel a running upload.
  const alt = textField(page, 'locationPicture.alt')
  await alt.fill('A green door')
  await expectStored('drafts.contactPage', 'locationPicture.alt', 'A green door')
  await expect(alt).toHaveValue('A green door', { timeout: uiTimeout })
  await drop(page.getByTestId('image-input'), 'door.png', await createPicture(1800, 1200))
  await expectStored('drafts.contactPage', 'locationPicture.asset->originalFilename', 'door.png')

  await page.getByTestId('options-menu-edit-details').click()
  const dialog = page.getByRole('dialog')
  const cropHandle = await getCenter(dialog.locator('[data-handle="crop-left"]'))
  await drag(page, cropHandle, { x: cropHandle.x + 160, y: cropHandle.y })
  await expect
    .poll(() => fetchStoredField<number>('drafts.contactPage', 'locationPicture.crop.left'), {
      timeout: uiTimeout,
    })
    .toBeGreaterThan(0.1)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await pressPublish(page, 'contactPage')
  await expectTextOnSite('/contact', 'alt="A green door"')
})

test('a file that isn’t a picture is refused with a reason', { tag: '@nightly' }, async ({ page }) => {
  await openDocument(page, 'gallery')
  await page.getByRole('button', { name: 'Add item' }).click()
  await drop(page.getByRole('dialog').getByTestId('image-input'), 'door.png', Buffer.from('no picture'))
  const message = page.getByText('The file is damaged, its type doesn’t match its name').first()
  await expect(message).toBeVisible({ timeout: uiTimeout })
})

test('two editors change one page while one of them is offline, and no change is lost', {
  tag: '@nightly',
}, async ({ page, getBrowserContext }) => {
  const secondPage = await (await getBrowserContext('administrator')).newPage()
  const fetchDraftField = (path: string) => fetchStoredField('drafts.aboutPage', path)
  try {
    for (const editorPage of [page, secondPage]) await openDocument(editorPage, 'pages;aboutPage')
    await fillInTab(page, 'seo', 'seo.title', 'Title by the first editor')
    const secondTitle = await fieldInTab(secondPage, 'seo', 'seo.title')
    await expect(secondTitle).toHaveValue('Title by the first editor', { timeout: uiTimeout })

    await page.context().setOffline(true)
    const offlineText = 'A description that was typed without a network, and that is long enough to be valid.'
    const description = textField(page, 'seo.description')
    await description.fill(offlineText)
    // Sanity reports the lost connection, or unsaved changes if the connection only stalls.
    const message = page.getByRole('alert').filter({ hasText: /offline|aren't saving/ })
    await expect(message).toBeVisible({ timeout: uiTimeout })
    await secondTitle.fill('Title by the second editor')
    await expectStored('drafts.aboutPage', 'seo.title', 'Title by the second editor')
    expect(await fetchDraftField('seo.description')).not.toBe(offlineText)
    await expect(description).toHaveValue(offlineText)

    await page.context().setOffline(false)
    await expectStored('drafts.aboutPage', 'seo.description', offlineText)
    expect(await fetchDraftField('seo.title')).toBe('Title by the second editor')
    await expect(textField(page, 'seo.title')).toHaveValue('Title by the second editor', {
      timeout: uiTimeout,
    })
    await expect(textField(secondPage, 'seo.description')).toHaveValue(offlineText, { timeout: uiTimeout })
    await pressPublish(page, 'aboutPage')
    await expectTextOnSite('/about', offlineText)
    await expectTextOnSite('/about', 'Title by the second editor')
  } finally {
    await page.context().setOffline(false)
    await secondPage.close()
  }
})

test('text typed during a long outage stays in the form, and is saved afterward', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await fillInTab(page, 'seo', 'seo.title', 'Before the outage')
  await expectStored('drafts.aboutPage', 'seo.title', 'Before the outage')
  let failedReadCount = 0
  page.on('requestfailed', (request) => {
    if (request.method() === 'GET' && request.url().includes('/data/')) failedReadCount += 1
  })
  await page.context().setOffline(true)
  const title = textField(page, 'seo.title')
  await title.press('End')
  await page.keyboard.type(', and typed during it', { delay: 40 })
  // Sanity's client sends each read at most six times, so more than ten reads fail.
  await expect.poll(() => failedReadCount, { timeout: uiTimeout }).toBeGreaterThan(60)
  await expect(title).toHaveValue('Before the outage, and typed during it')
  await page.context().setOffline(false)
  await expectStored('drafts.aboutPage', 'seo.title', 'Before the outage, and typed during it')
})
