import { expect, type Page } from '@playwright/test'
import { contentClient, createDraft, fetchStoredField } from '../../support/content.ts'
import { expectRefused, openInDesk, openTool } from '../../support/editing.ts'
import { publish } from '../../support/publishing.ts'
import { openDocument, previewFrame, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

type Section = { _key: string; _type: string; anchor?: string }

/** Creates a draft in which these fields of the tour video are changed. Returns the key of the video's section. */
async function draftTourVideo(fields: object): Promise<string> {
  const sections = (await fetchStoredField<(Section & { video?: object })[]>('studioPage', 'sections')) ?? []
  const tour = sections.find(({ video }) => video)
  await createDraft('studioPage', {
    sections: sections.map((section) =>
      section === tour ? { ...section, video: { ...section.video, ...fields } } : section,
    ),
  })
  return String(tour?._key)
}

/** Uploads a file, and returns a field value that refers to it. */
async function uploadFile(content: string, filename: string) {
  const { _id } = await contentClient().assets.upload('file', Buffer.from(content), { filename })
  return { _type: 'file', asset: { _type: 'reference', _ref: _id } }
}

/** Opens a document's form at a field. */
const openField = (page: Page, desk: string, path: string) =>
  page.goto(studioUrl(`structure/${desk},path=${encodeURIComponent(path)}`))

test('a section that Checkout and other pages link to can’t be removed', { tag: '@nightly' }, async ({
  page,
}) => {
  const sections = (await fetchStoredField<Section[]>('servicesPage', 'sections')) ?? []
  await createDraft('servicesPage', {
    sections: sections.filter(({ anchor }) => anchor !== 'offer'),
  })
  await openDocument(page, 'pages;servicesPage')
  await expectRefused(page, /No section has the link name “offer” anymore.*Checkout’s return URL/)
})

test('SRT captions are refused until a click converts them', { tag: '@nightly' }, async ({ page }) => {
  const srt = '1\n00:00:00,000 --> 00:00:02,000\nHello\n'
  const captions = await uploadFile(srt, 'tour.vtt')
  const key = await draftTourVideo({ source: 'file', captions })
  await openField(page, 'pages;studioPage', `sections[_key=="${key}"].video.captions`)
  await expectRefused(page, /This is an SRT file/)
  await page.getByRole('button', { name: 'Convert to WebVTT' }).click()
  const query = `sections[_key == "${key}"][0].video.captions.asset->url`
  const fetchUrl = async () => String(await fetchStoredField('drafts.studioPage', query))
  await expect
    .poll(async () => (await fetch(await fetchUrl())).text(), { timeout: uiTimeout })
    .toBe('WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.000\nHello\n')
  await expect(page.getByText(/This is an SRT file/)).toHaveCount(0, { timeout: uiTimeout })
})

test('the Find tool replaces a word and links to drafts', { tag: '@nightly' }, async ({ page, snapshot }) => {
  await createDraft('aboutPage', {
    seo: { ...Object(snapshot.get('aboutPage')?.seo), title: 'Zebra room' },
  })
  await openTool(page, 'Find')
  await page.getByRole('searchbox', { name: 'Find on the site' }).fill('zebra')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Tiger')
  await page.getByRole('button', { name: 'Replace all 1' }).click()
  await expect(page.getByTestId('replaced').getByRole('link', { name: 'About' })).toBeVisible({
    timeout: uiTimeout,
  })
  expect(await fetchStoredField('drafts.aboutPage', 'seo.title')).toBe('Tiger room')
  await expect(page.getByText('No text or price on the site matches.')).toBeVisible({ timeout: uiTimeout })
})

test('the gallery’s table edits a caption, and deletes two pictures', { tag: '@nightly' }, async ({
  page,
}) => {
  await openDocument(page, 'gallery')
  const count = (await fetchStoredField<object[]>('gallery', 'images'))?.length ?? 0
  await page.getByRole('button', { name: 'Edit all in a table' }).click()
  const table = page.getByTestId('picture-table')
  await table.getByLabel('Caption').nth(2).fill('A new caption')
  await table.getByRole('checkbox', { name: 'Select picture 1', exact: true }).check()
  await table.getByRole('checkbox', { name: 'Select picture 2', exact: true }).check()
  await table.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => fetchStoredField('drafts.gallery', 'images[]{caption}'), { timeout: uiTimeout })
    .toHaveLength(count - 2)
  expect(await fetchStoredField('drafts.gallery', 'images[0].caption')).toBe('A new caption')
})

test('after a video is replaced, its old WebM version gets an error, and old captions a warning', {
  tag: '@nightly',
}, async ({ page }) => {
  const key = await draftTourVideo({ file: await uploadFile('film', 'new.mp4') })
  await openField(page, 'pages;studioPage', `sections[_key=="${key}"].video.webm`)
  await expectRefused(page, /WebM version shows the earlier one/)
  // The warning is under “Captions” and “Descriptions”.
  await expect(page.getByText(/but this belongs to the earlier one/).nth(1)).toBeVisible({
    timeout: uiTimeout,
  })
})

test('after a picture is replaced, its old alternative text gets a warning', { tag: '@nightly' }, async ({
  page,
  snapshot,
}) => {
  const images: Section[] = Object(snapshot.get('gallery')).images
  const [first, second] = images
  await createDraft('gallery', {
    images: images.map((image) => (image === first ? { ...first, asset: Object(second).asset } : image)),
  })
  await openField(page, 'gallery', `images[_key=="${first?._key}"].alt`)
  const warning = page.getByText(/The picture changed, but this describes the earlier one/).first()
  await expect(warning).toBeVisible({ timeout: uiTimeout })
})

test('fields for search engines show their length; other fields show theirs only near the limit', {
  tag: '@nightly',
}, async ({ page }) => {
  await openDocument(page, 'pages;aboutPage')
  await page.getByTestId('group-tab-seo').click()
  const title = page.getByTestId('field-seo.title')
  await title.locator('input').fill('About')
  await expect(title).toContainText('5 of 60 characters', { timeout: uiTimeout })
  await openDocument(page, 'siteSettings')
  await page.getByTestId('group-tab-footer').click()
  const footer = page.getByTestId('field-footerText')
  await expect(footer).not.toContainText(/\d+ of \d+ characters/)
  await footer.locator('input, textarea').first().fill('A'.repeat(220))
  await expect(footer).toContainText(/220 of \d+ characters/, { timeout: uiTimeout })
})

test('a copied landing page has its own title and path, and no former paths', { tag: '@nightly' }, async ({
  page,
}) => {
  const sections = [{ _key: 'a', _type: 'pageIntroSection', heading: 'Autumn' }]
  const landingPage = {
    _id: 'autumn',
    _type: 'landingPage',
    title: 'Autumn',
    path: '/autumn',
    formerPaths: ['/fall'],
  }
  await publish([{ createOrReplace: { ...landingPage, sections } }])
  await page.goto(studioUrl('structure/landingPage;autumn'))
  await page.getByTestId('action-menu-button').last().click({ timeout: uiTimeout })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Use /copy-of-autumn' }).click({ timeout: uiTimeout })
  const copy = '*[_type == "landingPage" && title == "Copy of Autumn"][0]{path, formerPaths}'
  await expect
    .poll(() => contentClient().fetch(copy), { timeout: uiTimeout })
    .toEqual({ path: '/copy-of-autumn', formerPaths: null })
})

test('Preview opens the page whose form was opened last', { tag: '@nightly' }, async ({ page }) => {
  await openInDesk(page, 'Pages', 'Services')
  await expect(page.getByText(/^Used on /)).toBeVisible({ timeout: uiTimeout })
  await openTool(page, 'Preview')
  const readPath = () =>
    previewFrame(page)
      .locator(':root')
      .evaluate(() => location.pathname)
  await expect.poll(readPath, { timeout: uiTimeout }).toBe('/services')
})

test('closing an item of a section returns to the section', { tag: '@nightly' }, async ({
  page,
  snapshot,
}) => {
  const sections: (Section & { questions?: Section[] })[] = Object(snapshot.get('homePage')).sections
  const section = sections.find(({ questions }) => questions?.length)
  const question = section?.questions?.[0]
  const path = `sections[_key=="${section?._key}"].questions[_key=="${question?._key}"].question`
  await openField(page, 'pages;homePage', path)
  await expect(page.getByTestId(`field-${path}`)).toBeVisible({ timeout: uiTimeout })
  await page.getByTestId(`field-${path}`).locator('input, textarea').first().press('Escape')
  await expect(page.getByTestId(`field-${path}`)).toHaveCount(0, { timeout: uiTimeout })
  await expect(page.getByTestId(`field-sections[_key=="${section?._key}"].questions`)).toBeVisible()
})

test('the media library shows the site’s pictures', { tag: '@nightly' }, async ({ page }) => {
  await openTool(page, 'Media')
  await expect(page.locator('img[src*="/images/"]').first()).toBeVisible({ timeout: uiTimeout })
})
