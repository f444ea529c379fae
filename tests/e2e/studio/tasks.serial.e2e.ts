import { expect, type Page } from '@playwright/test'
import { timeZone } from '@/lib/content/text/format'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { endAnnouncement } from '../../support/announcements.ts'
import { contentClient, createDraft, fetchStoredField } from '../../support/content.ts'
import {
  closeDialogs,
  expectStored,
  expectTextOnSite,
  fillField,
  fillReliably,
  openInDesk,
  openTool,
  revertLastPublication,
} from '../../support/editing.ts'
import { testEnvironment } from '../../support/environment.ts'
import { getMeta } from '../../support/markup.ts'
import { loadPage, publish } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import {
  createPicture,
  drop,
  findNewDocumentId,
  getCenter,
  openTab,
  pressPublish,
  previewFrame,
  uiTimeout,
} from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/**
 * Defines a test of an editor's task, as the handbook describes it. The measurement starts when the Studio is open, or at
 * `measurement.start`, and ends with the test, or at `measurement.stop`.
 */
const task = (name: string, steps: Parameters<typeof test>[2]) => test(name, { tag: '@nightly' }, steps)

/** Finds a field of the list item that was just added. */
const findNewField = (page: Page, list: string, name: string) =>
  page
    .locator(`[data-testid^="field-${list}["][data-testid$=".${name}"]`)
    .locator('input, textarea, select')
    .first()

/** Adds an item to a list of the open section. */
const addItem = (page: Page, list: string) =>
  page
    .getByTestId(new RegExp(`^field-sections\\[.*\\.${list}$`))
    .getByRole('button', { name: 'Add item' })
    .click()

/** Publishes the open document, and waits until a page's HTML contains the given text. */
async function publishText(page: Page, id: string, path: string, text: string): Promise<void> {
  await pressPublish(page, id)
  await expectTextOnSite(path, text)
}

task('Change a headline', async ({ page }) => {
  await openInDesk(page, 'Pages', 'About')
  await page.getByRole('button', { name: /We like the moment/ }).click()
  await fillField(page, 'sections[_key=="intro"].heading', 'We like the moment after the light went on')
  await page.keyboard.press('Escape')
  await publishText(page, 'aboutPage', '/about', 'We like the moment after the light went on')
})

task('Change a price, and change it back', async ({ page }) => {
  await openInDesk(page, 'Offer')
  for (const [typed, shown] of [
    ['1,047', 'You pay $1,047 for each of the first 2 months'],
    ['997', 'You pay $997 for each of the first 2 months'],
  ] as const) {
    await fillField(page, 'introPrice', typed)
    await page.getByTestId('action-publish').click()
    await page.getByRole('button', { name: 'Publish these charges' }).click()
    await expectTextOnSite('/services', shown)
  }
})

task('Add a thirteenth picture to the gallery', async ({ page }) => {
  await openInDesk(page, 'Gallery')
  const count = (await fetchStoredField<unknown[]>('gallery', 'images'))?.length ?? 0
  await page.getByRole('button', { name: 'Add item' }).click()
  const dialog = page.getByRole('dialog')
  await drop(dialog.getByTestId('image-input'), 'door.png', await createPicture(1800, 1200))
  await expectStored(`drafts.gallery`, `images[${count}].asset->originalFilename`, 'door.png')
  await fillReliably(findNewField(page, 'images', 'alt'), 'The green door of the studio in the morning.')
  await fillReliably(findNewField(page, 'images', 'caption'), 'The way in.')
  await page.keyboard.press('Escape')
  await publishText(page, 'gallery', '/studio', 'The green door of the studio in the morning.')
})

task('Add a testimonial', async ({ page }) => {
  await openInDesk(page, 'Pages', 'Home')
  await page.getByRole('button', { name: /What members say/ }).click()
  await addItem(page, 'testimonials')
  await fillReliably(findNewField(page, 'sections', 'quote'), 'I just talk, and they do the rest.')
  await fillReliably(findNewField(page, 'sections', 'name'), 'Robin Example')
  await fillReliably(findNewField(page, 'sections', 'consent'), '2026-01-15')
  await page.keyboard.press('Enter')
  const consent = 'sections[_key=="testimonials"][0].testimonials[0].consent'
  await expectStored('drafts.homePage', consent, '2026-01-15')
  await closeDialogs(page)
  await publishText(page, 'homePage', '/', 'I just talk, and they do the rest.')
})

task('Reorder the sections of a page', async ({ page }) => {
  await openInDesk(page, 'Pages', 'About')
  // This text loads last, and moves the sections down.
  await expect(page.getByText(/^Used on /)).toBeVisible({ timeout: uiTimeout })
  const handle = page.getByTestId('field-sections').locator('[data-ui="DragHandleButton"]')
  // Waits for an announcement for screen readers. The list measures its items when an item is picked up, and again when
  // that item is over a different one.
  const expectDragAnnouncement = (words: RegExp) =>
    expect(page.locator('[id^="DndLiveRegion"]').filter({ hasText: words })).toBeAttached()
  // The handles are disabled while the document loads.
  await expect(handle.nth(1)).toBeEnabled({ timeout: uiTimeout })
  // Waits until the handles no longer move.
  await handle.nth(1).hover()
  const [from, to] = [await getCenter(handle.nth(1)), await getCenter(handle.nth(2))]
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 12, { steps: 4 })
  await expectDragAnnouncement(/draggable item mission/i)
  await page.mouse.move(to.x, to.y + 8, { steps: 12 })
  await expectDragAnnouncement(/moved over droppable area beliefs/)
  await page.mouse.up()
  await expectStored('drafts.aboutPage', 'sections[1]._key', 'beliefs')
  await pressPublish(page, 'aboutPage')
  const isReordered = async () => {
    const { html } = await loadPage('/about')
    return html.indexOf('id="beliefs"') < html.indexOf('id="mission"')
  }
  await expect.poll(isReordered, { timeout: uiTimeout }).toBe(true)
})

task('Add a sentence to the terms, and update their date', async ({ page }) => {
  await openInDesk(page, 'Legal', 'Terms')
  const field = page.getByTestId('field-body')
  const expectStyleAtCursor = (style: string) =>
    expect(field.locator('#block-style-select')).toHaveText(style, { timeout: uiTimeout })
  // The cursor is in place when the style menu shows the style of its paragraph.
  await field.getByRole('textbox').getByText('What you record is yours').click()
  await expectStyleAtCursor('Heading')
  await page.keyboard.press('ControlOrMeta+Home')
  await expectStyleAtCursor('Text')
  await page.keyboard.type('In short: be kind to the microphones. ')
  // The first letter creates the draft, and the Studio then renders the form again.
  const text = expect.stringMatching(/^In short: be kind to the microphones/)
  await expectStored('drafts.legalPage-terms', 'body[0].children[0].text', text)
  await fillField(page, 'lastUpdated', '2026-02-01')
  await page.keyboard.press('Enter')
  await expectStored('drafts.legalPage-terms', 'lastUpdated', '2026-02-01')
  await publishText(page, 'legalPage-terms', '/terms', 'In short: be kind to the microphones.')
  await expectTextOnSite('/terms', 'February 2026')
})

task('Change a form’s confirmation message', async ({ page }) => {
  await openInDesk(page, 'Accounts, errors and messages', 'Messages')
  await openTab(page, 'contactForm')
  await fillField(page, 'contactForm.successText', 'Thank you. We reply before the next recording.')
  await publishText(page, 'messages', '/contact', 'Thank you. We reply before the next recording.')
})

task('Add a link to the footer', async ({ page }) => {
  await openInDesk(page, 'Settings')
  await openTab(page, 'footer')
  await page.getByTestId('field-footerLinks').getByRole('button', { name: 'Add item' }).click()
  await fillReliably(findNewField(page, 'footerLinks', 'label'), 'How we work')
  await findNewField(page, 'footerLinks', 'page').selectOption({ label: 'About' })
  await page.keyboard.press('Escape')
  await publishText(page, 'siteSettings', '/contact', 'How we work')
})

const holidayText = 'Closed from Thursday to Sunday'
const minuteMs = 60_000
const nextWeek = new Date((Math.floor(Date.now() / minuteMs) + 7 * 24 * 60) * minuteMs)
/** Formats a time for the announcement's inputs, in the site's time zone. */
const formatSiteTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

task('Announce a holiday, with an automatic end', async ({ page, measurement }) => {
  await page.getByTestId('pane-item-Announcements').click()
  await page.getByTestId('action-intent-button').click()
  await fillField(page, 'text', holidayText)
  await fillField(page, 'start', '2026-01-01 00:00')
  await fillField(page, 'end', formatSiteTime.format(nextWeek))
  // Sanity saves a typed time only when Enter is pressed or the input loses focus.
  await page.keyboard.press('Enter')
  const id = await findNewDocumentId('announcement')
  await publishText(page, id, '/about', holidayText)
  measurement.stop()
  await expectStored(id, 'end', nextWeek.toISOString())
  await endAnnouncement(id, '/about', holidayText)
})

task('Redirect an old path', async ({ page }) => {
  await openInDesk(page, 'Redirects')
  await page.getByRole('button', { name: 'Add item' }).click()
  await fillReliably(findNewField(page, 'rules', 'from'), '/spring-flyer')
  await fillReliably(findNewField(page, 'rules', 'to'), '/services#offer')
  await page.keyboard.press('Escape')
  await pressPublish(page, 'redirects')
  const url = `${testEnvironment().siteOrigin}/spring-flyer`
  const readLocation = async () => (await fetch(url, { redirect: 'manual' })).headers.get('location')
  await expect.poll(readLocation, { timeout: uiTimeout }).toBe('/services#offer')
})

task('Restore a page’s former text', async ({ page, measurement }) => {
  const [publishedId, draftId] = ['aboutPage', 'drafts.aboutPage']
  for (const title of ['A title that was liked', 'A title that was disliked']) {
    const description = 'Who we are. '.repeat(5).trim()
    await createDraft(publishedId, { seo: { _type: 'seo', title, description } })
    await contentClient().action({ actionType: 'sanity.action.document.publish', publishedId, draftId })
  }
  measurement.start()
  await openInDesk(page, 'Pages', 'About')
  await revertLastPublication(page)
  await publishText(page, 'aboutPage', '/about', '<title>A title that was liked')
})

task('Hide a section, and add questions', async ({ page }) => {
  await openInDesk(page, 'Pages', 'About')
  const sectionButton = page.getByRole('button', { name: /What we believe/ })
  await sectionButton.first().click()
  await openTab(page, 'display')
  await page.getByTestId('boolean-input').getByRole('checkbox').click({ force: true })
  // The click creates the draft, and the Studio then renders the form again, which would reopen a closed dialog.
  await expectStored('drafts.aboutPage', 'sections[_key == "beliefs"][0].hidden', true)
  await page.keyboard.press('Escape')
  await page.getByTestId('field-sections').getByRole('button', { name: 'Add section' }).click()
  await page.getByRole('menuitem', { name: 'Questions and answers' }).click()
  await fillReliably(findNewField(page, 'sections', 'heading'), 'Before you ask')
  await addItem(page, 'questions')
  await fillReliably(findNewField(page, 'sections', 'question'), 'Is there coffee?')
  const answerField = page.getByTestId(/^field-sections\[.*\.answer$/)
  await answerField.getByRole('textbox').click()
  await page.keyboard.type('There is, and tea.')
  await closeDialogs(page)
  await publishText(page, 'aboutPage', '/about', 'There is, and tea.')
  expect((await loadPage('/about')).html).not.toContain('id="beliefs"')
})

task('Change how a page looks in search results and when it is shared', async ({ page }) => {
  await openInDesk(page, 'Pages', 'About')
  await openTab(page, 'seo')
  await fillField(page, 'seo.title', 'The people behind the glass')
  await expectStored('drafts.aboutPage', 'seo.title', 'The people behind the glass')
  const input = page.getByTestId('image-input').first()
  await input.scrollIntoViewIfNeeded({ timeout: uiTimeout })
  await drop(input, 'card.png', await createPicture(1200, 630))
  await expectStored('drafts.aboutPage', 'seo.image.asset->originalFilename', 'card.png')
  await fillField(page, 'seo.image.alt', 'The people behind the glass of the control room.')
  await page.getByRole('button', { name: 'Before you publish' }).click()
  const panel = page.getByTestId('before-publish')
  await expect(panel).toContainText('The people behind the glass')
  const assetId = String(await fetchStoredField('drafts.aboutPage', 'seo.image.asset._ref'))
  const assetHash = /^image-(\w+)-/.exec(assetId)?.[1]
  const cardPicture = panel.getByTestId('social-card').locator(`[style*="${assetHash}"]`)
  await expect(cardPicture).toBeVisible({ timeout: uiTimeout })
  // On a phone, the panel replaces the form and its Publish button.
  await panel.getByRole('button', { name: 'Close' }).click()
  await publishText(page, 'aboutPage', '/about', '<title>The people behind the glass')
  const { html } = await loadPage('/about')
  expect(getMeta(html, 'og:title')).toEqual(['The people behind the glass'])
  expect(getMeta(html, 'og:image')).toEqual([expect.stringContaining(String(assetHash))])
})

task('Open a field from its sentence on the page', async ({ page }) => {
  await openTool(page, 'Preview')
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible({ timeout: uiTimeout })
  const heroHeading = String(await fetchStoredField('homePage', 'sections[_key=="hero"][0].heading'))
  // Clicks have no effect until the frame is ready, so they are repeated.
  await expect(async () => {
    await heading.click()
    await expect(page).toHaveURL(/heading\?/, { timeout: 5000 })
  }).toPass({ timeout: uiTimeout })
  // On a phone, Preview has a tab for the form.
  const formTab = page.locator('#presentation-narrow-tab-content')
  if (await formTab.isVisible()) await formTab.click()
  const field = page.getByRole('textbox', { name: 'Heading', exact: true }).first()
  await expect(field).toHaveValue(heroHeading, { timeout: uiTimeout })
})

task('Create a landing page', async ({ page }) => {
  await page.getByTestId('pane-item-Landing pages').click()
  await page.getByTestId('action-intent-button').click()
  await fillField(page, 'title', 'For coaches')
  await fillField(page, 'path', '/podcast-for-coaches')
  await page.getByTestId('field-sections').getByRole('button', { name: 'Add section' }).click()
  await page.getByRole('menuitem', { name: 'Page opening' }).click()
  await fillReliably(findNewField(page, 'sections', 'heading'), 'A podcast for your clients')
  await fillReliably(findNewField(page, 'sections', 'lead'), 'One morning a month, and a month of clips.')
  await page.keyboard.press('Escape')
  await openTab(page, 'seo')
  await fillField(page, 'seo.title', 'Podcasts for coaches')
  const description =
    'How coaches record an hour a month here, and leave with clips that their clients share.'
  await fillField(page, 'seo.description', description)
  const id = await findNewDocumentId('landingPage')
  await publishText(page, id, '/podcast-for-coaches', 'A podcast for your clients')
})

const fetchVideoUrl = (id: string, field: string) =>
  fetchStoredField<string>(id, `sections[_key=="tour"][0].video.${field}.asset->url`)

task('Replace a video, and its WebM version', async ({ page, browser, measurement }) => {
  await openInDesk(page, 'Pages', 'Studio')
  await page.getByRole('button', { name: /Take the tour/ }).click()
  for (const [field, file] of [
    ['file', 'promo.mp4'],
    ['webm', 'promo.webm'],
  ] as const) {
    const formerUrl = await fetchVideoUrl('studioPage', field)
    const input = page.locator(`[id=${JSON.stringify(`sections[_key=="tour"].video.${field}`)}]`)
    await input.getByRole('button', { name: 'Open file options menu' }).click()
    const fileChooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Upload' }).click()
    await (await fileChooser).setFiles(inRoot('seed', 'files', file))
    const fetchUrl = async () => (await fetchVideoUrl('drafts.studioPage', field)) ?? formerUrl
    await expect.poll(fetchUrl, { timeout: uiTimeout }).not.toBe(formerUrl)
  }
  await closeDialogs(page)
  await pressPublish(page, 'studioPage')
  const url = String(await fetchVideoUrl('studioPage', 'webm'))
  await expectTextOnSite('/studio', url)
  measurement.stop()
  const visitorPage = await browser.newPage()
  await visitorPage.goto('/studio')
  await visitorPage.getByRole('button', { name: /^Play video/ }).click()
  const video = visitorPage.locator('video')
  const readState = () =>
    video.evaluate(({ currentSrc, currentTime }: HTMLVideoElement) => [currentSrc, currentTime > 0])
  await expect.poll(readState).toEqual([url, true])
  await visitorPage.close()
})

task('Delete a landing page', async ({ page, measurement }) => {
  const { path, title } = sampleLandingPage
  const loadStatus = async () => (await loadPage(path)).status
  await publish([{ createOrReplace: sampleLandingPage }])
  expect(await loadStatus()).toBe(200)
  measurement.start()
  await page.getByTestId('pane-item-Landing pages').click()
  await page.getByRole('link', { name: title }).click()
  await page.getByTestId('action-menu-button').last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByTestId('confirm-button').click()
  await expect.poll(loadStatus, { timeout: uiTimeout }).toBe(404)
})
