import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { pictureSize } from '../../../studio/handbook/pictureSize.ts'
import { restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import {
  fillInTab,
  openDocument,
  openHistory,
  pressPublish,
  previewFrame,
  signIn,
  studioTimeouts,
  studioUrl,
  textField,
  uiTimeout,
} from '../../support/studio.ts'

test.describe.configure(studioTimeouts)

/** The folder of the handbook's pictures. `npm run handbook` writes them; other runs only open the screens. */
const outputFolder = process.env.HANDBOOK_PICTURES ? inRoot('public', 'studio-admin', 'handbook') : undefined

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterEach(() => restore(snapshot))

/** Functions that open the screen of a handbook picture, by the name of the picture. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  async start(page) {
    await page.goto(studioUrl('start'))
    await expect(page.getByRole('heading', { name: 'Recent changes' })).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByText('Checking the pages')).toBeHidden({ timeout: uiTimeout })
  },
  async form(page) {
    await openDocument(page, 'pages;aboutPage')
  },
  async preview(page) {
    await page.goto(studioUrl('presentation?preview=/about'))
    const heading = previewFrame(page).getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible({ timeout: uiTimeout })
    const field = textField(page, 'sections[_key=="intro"].heading')
    await expect(async () => {
      await heading.click()
      await expect(field).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: uiTimeout })
  },
  async sections(page) {
    await openDocument(page, 'pages;aboutPage')
    await page.getByTestId('field-sections').getByRole('button', { name: 'Add section' }).click()
    await expect(page.getByRole('menuitem', { name: 'Questions and answers' })).toBeVisible()
  },
  async offer(page) {
    await openDocument(page, 'offer')
    await expect(page.getByText('Invoice of month 12')).toBeVisible({ timeout: uiTimeout })
  },
  async placeholders(page) {
    await openDocument(page, 'pages;aboutPage')
    await page.getByTestId('group-tab-seo').click()
    const field = page.getByTestId('field-seo.title')
    await field.getByRole('button', { name: 'Insert a placeholder' }).click()
    await expect(page.getByRole('menuitem', { name: 'Total of the values' })).toBeVisible()
  },
  async 'before-you-publish'(page) {
    await openDocument(page, 'pages;aboutPage')
    const socialImageResponse = page.waitForResponse((response) => response.url().includes('/social/'))
    await page.getByRole('button', { name: 'Before you publish' }).click()
    await (await socialImageResponse).finished()
  },
  async history(page) {
    await openDocument(page, 'pages;aboutPage')
    for (const text of ['The people behind the glass', 'Who stands behind the glass']) {
      await fillInTab(page, 'seo', 'seo.title', text)
      await pressPublish(page, 'aboutPage')
    }
    await openHistory(page)
    await expect(page.getByTestId('timeline-item-button').nth(1)).toBeVisible({ timeout: uiTimeout })
  },
}

test('every screen of a handbook picture can be opened', { tag: '@nightly' }, async ({ browser }) => {
  const context = await browser.newContext({
    viewport: pictureSize,
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page, 'editor', studioUrl('structure'))
  for (const [name, open] of Object.entries(screens)) {
    await test.step(name, async () => {
      await open(page)
      if (outputFolder) await writePicture(join(outputFolder, `${name}.webp`), page)
    })
  }
  await context.close()
})

async function writePicture(file: string, page: Page): Promise<void> {
  mkdirSync(dirname(file), { recursive: true })
  const picture = sharp(await page.screenshot({ animations: 'disabled' }))
  await picture.webp({ quality: 80 }).toFile(file)
}
