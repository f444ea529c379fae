import { expect } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { load, putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { patience, previewFrame, studioTimeouts, studioUrl } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

/** Writes the heading of the About page as a draft, as autosave in the Studio does. */
async function draftHeading(heading: string): Promise<void> {
  const client = contentClient()
  const page = (await client.getDocument('drafts.aboutPage')) ?? (await client.getDocument('aboutPage'))
  if (!page) throw new Error('There is no About page.')
  const { _rev, ...content } = page
  await client.createIfNotExists({ ...content, _id: 'drafts.aboutPage', _type: 'aboutPage' })
  await client.patch('drafts.aboutPage').set({ 'sections[0].heading': heading }).commit()
}

test('Presentation shows what is not published, follows each edit, and leads from a text to its field', async ({
  page,
}) => {
  await draftHeading('A heading before it is published')
  await page.goto(studioUrl('presentation?preview=/about'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('A heading before it is published', { timeout: patience })
  await expect(previewFrame(page).locator('.preview-bar')).toBeVisible()
  expect((await load('/about')).html).not.toContain('A heading before it is published')

  await draftHeading('The same heading, changed while somebody looks')
  await expect(heading).toContainText('changed while somebody looks', { timeout: patience })

  await heading.click()
  await expect(page.getByTestId('form-view')).toBeVisible({ timeout: patience })
  await expect(page.getByRole('textbox', { name: 'Heading', exact: true }).first()).toHaveValue(
    /changed while somebody looks/,
    {
      timeout: patience,
    },
  )
  expect((await load('/about')).html).not.toContain('changed while somebody looks')
})

test('draft mode hands browsers a token that reads and cannot write', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const authorization = request.headers().authorization
    if (
      authorization &&
      request.url().includes('/data/live/events') &&
      request.frame() !== page.mainFrame()
    ) {
      requests.push(authorization)
    }
  })
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeVisible({ timeout: patience })
  await expect.poll(() => requests.length, { timeout: patience }).toBeGreaterThan(0)
  const token = requests[0]?.replace(/^Bearer /, '') ?? ''
  const borrowed = contentClient().withConfig({ token })
  expect(await borrowed.getDocument('aboutPage')).toMatchObject({ _id: 'aboutPage' })
  await expect(borrowed.patch('aboutPage').set({ 'seo.title': 'Taken over' }).commit()).rejects.toMatchObject(
    {
      statusCode: 403,
    },
  )
  expect((await load('/about')).html).not.toContain('Taken over')
})

test('three Studios of one browser, two with Presentation, stay connected and hear of an edit', async ({
  page: first,
}) => {
  const second = await first.context().newPage()
  const third = await first.context().newPage()
  await second.goto(studioUrl('presentation?preview=/about'))
  await third.goto(studioUrl('presentation?preview=/about'))
  for (const each of [second, third]) {
    await expect(previewFrame(each).locator('.preview-bar')).toBeVisible({ timeout: patience })
  }
  await first.goto(studioUrl('structure/pages;aboutPage'))
  await expect(first.getByTestId('form-view')).toBeVisible({ timeout: patience })
  await draftHeading('Heard of in every tab')
  for (const each of [second, third]) {
    await expect(previewFrame(each).getByRole('heading', { level: 1 })).toContainText(
      'Heard of in every tab',
      {
        timeout: patience,
      },
    )
  }
  for (const each of [first, second, third]) await expect(each.getByText('Trying to connect')).toBeHidden()
})
