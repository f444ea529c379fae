import { expect, type Page } from '@playwright/test'
import { type LakeStudio, test, uiTimeout } from './lakeStudio.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1600, height: 1000 }, timezoneId: 'America/Los_Angeles' })

const polling = { timeout: uiTimeout }
const day = 24 * 3600

/** Moves on the time of the local cloud. Seconds. */
async function advance({ cloud }: LakeStudio, advanceSeconds: number): Promise<void> {
  const response = await fetch(`${cloud.origin}/_control/clock`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` },
    body: JSON.stringify({ advanceSeconds }),
  })
  expect(response.status).toBe(200)
}

/** Nine o'clock in the morning of a day from today, as the Studio's fields take it. */
function nineIn(days: number): string {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Los_Angeles' })
  return `${date.format(Date.now() + days * day * 1000)} 09:00`
}

async function setTime(page: Page, time: string): Promise<void> {
  const field = page.getByTestId('date-input')
  await field.fill(time)
  await field.press('Tab')
  await expect(field).toHaveValue(time)
  await page.getByTestId('confirm-button').click()
}

/** What visitors see. */
const published = ({ client }: LakeStudio) =>
  client.fetch<string[]>('*[_type == "post"] | order(_id).title', {}, { perspective: 'published' })

test('a release of three documents is prepared, scheduled for nine, published, and undone as one', {
  tag: '@all',
}, async ({ page, lakeStudio }) => {
  const { client, open } = lakeStudio
  const ids = ['first', 'second', 'third']
  for (const _id of ids) await client.createOrReplace({ _id, _type: 'post', title: `The ${_id}` })
  const before = await published(lakeStudio)

  await open(page, 'paid/releases')
  // The Studio begins its tools anew when it hears that the plan has tasks.
  await expect(page.getByTestId('tasks-toolbar')).toBeVisible(polling)
  await page.getByRole('button', { name: 'New release' }).click()
  await page.getByTestId('release-form-title').fill('Spring')
  await page.getByTestId('submit-release-button').click()
  await expect(page).toHaveURL(/releases\/r\w+/, polling)
  const [, name] = /releases\/(r\w+)/.exec(page.url()) ?? []
  const origin = new URL(page.url()).origin

  for (const id of ids) {
    await page.goto(`${origin}/paid/structure/post;${id}?perspective=${name}`)
    await page.getByRole('button', { name: 'Add to release' }).click()
    const title = page.getByTestId('field-title').locator('input')
    await expect(title).toBeEditable(polling)
    await expect(async () => {
      await title.fill(`Spring, the ${id}`)
      await expect(title).toHaveValue(`Spring, the ${id}`)
    }).toPass(polling)
    const version = `versions.${name}.${id}`
    await expect
      .poll(() => client.fetch<string>('*[_id == $version][0].title', { version }), polling)
      .toBe(`Spring, the ${id}`)
  }
  expect(await published(lakeStudio)).toEqual(before)

  await page.goto(`${origin}/paid/releases/${name}`)
  // The menu closes once the documents have been checked.
  await expect(page.getByTestId('publish-all-button')).toBeEnabled(polling)
  await page.getByTestId('release-menu-button').click()
  await page.getByTestId('schedule-button-menu-item').click()
  await setTime(page, nineIn(1))
  await expect(page.getByRole('button', { name: 'Unschedule release' })).toBeVisible(polling)
  expect(await published(lakeStudio)).toEqual(before)
  await advance(lakeStudio, 2 * day)
  await expect.poll(() => published(lakeStudio), polling).toEqual(ids.map((id) => `Spring, the ${id}`))

  await page.getByTestId('revert-button').click()
  await expect(page.getByRole('dialog')).toContainText('3 documents will be restored', polling)
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByTestId('confirm-button').click()
  await expect.poll(() => published(lakeStudio), polling).toEqual(before)
})

test('a draft is published at its time, and a field and the Studio take comments and tasks', {
  tag: '@all',
}, async ({ page, lakeStudio }) => {
  const { client, open } = lakeStudio
  await client.createOrReplace({ _id: 'drafts.timed', _type: 'post', title: 'In time' })
  await open(page, 'paid/structure/post;timed')
  const field = page.getByTestId('field-title')
  await expect(field.locator('input')).toBeEditable(polling)
  const menu = page.getByTestId('action-menu-button').last()
  // The menu closes once the document has been checked.
  await expect(page.getByTestId('action-publish')).toBeEnabled(polling)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Schedule publish' }).click()
  await setTime(page, nineIn(1))
  const release = '*[_type == "system.release" && metadata.cardinality == "one"][0].state'
  await expect.poll(() => client.fetch<string>(release), polling).toBe('scheduled')
  await advance(lakeStudio, 2 * day)
  await expect.poll(() => published(lakeStudio), polling).toContain('In time')

  await client.createOrReplace({ _id: 'talked', _type: 'post', title: 'Talked about' })
  await page.goto(`${new URL(page.url()).origin}/paid/structure/post;talked`)
  await expect(field.locator('input')).toBeEditable(polling)
  await field.hover()
  await field.getByRole('button', { name: 'Add comment' }).click()
  await page.getByTestId('comment-input-editable').first().click()
  await page.keyboard.type('Is this right?')
  await page.getByTestId('comment-input-send-button').first().click()
  const addon = client.withConfig({ dataset: 'production-comments' })
  const said = () =>
    addon.fetch<string[]>('*[_type == "comment"].message[0].children[0].text').catch(() => [])
  await expect.poll(said, polling).toEqual(['Is this right?'])

  await page.getByTestId('tasks-toolbar').click()
  await page.getByRole('button', { name: 'New task' }).first().click()
  await page.getByRole('textbox', { name: 'Task title' }).fill('Look at this')
  await page.getByRole('button', { name: 'Create task' }).click()
  const tasks = () =>
    addon.fetch<string[]>('*[_type == "tasks.task" && createdByUser != null].title').catch(() => [])
  await expect.poll(tasks, polling).toEqual(['Look at this'])
})
