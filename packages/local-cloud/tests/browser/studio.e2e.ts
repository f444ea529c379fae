import { expect, type Locator, type Page } from '@playwright/test'
import { test, uiTimeout } from './lakeStudio.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ viewport: { width: 1800, height: 1000 } })

const polling = { timeout: uiTimeout }

async function chooseAction(page: Page, name: string): Promise<void> {
  const menu = page.getByTestId('action-menu-button').last()
  await expect(menu).toBeEnabled(polling)
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
}

test('a reference is picked, and another is created in place', { tag: '@all' }, async ({
  page,
  lakeStudio: { client, open },
}) => {
  await client.create({ _id: 'ann', _type: 'author', name: 'Ann' })
  await open(page, 'intent/create/template=post;type=post/')
  await page.getByTestId('field-title').locator('input').fill('Two references')
  await page.getByTestId('reference-input').first().locator('input').first().click()
  await page.keyboard.type('Ann')
  await page.getByTestId('autocomplete-popover').getByText('Ann', { exact: true }).first().click()
  const draft = '*[_type == "post" && title == "Two references"][0]'
  await expect.poll(() => client.fetch(`${draft}.author._ref`), polling).toBe('ann')

  await page.getByRole('button', { name: 'Create', exact: true }).last().click()
  // The Studio saves once a second over all documents: an edit of another one within that second would take its place.
  await expect.poll(() => client.fetch(`${draft}.editor._ref`), polling).toEqual(expect.any(String))
  await page.getByTestId('field-name').locator('input').fill('Bea')
  const bea = () => client.fetch<string | null>('*[_type == "author" && name == "Bea"][0]._id')
  await expect.poll(bea, polling).toMatch(/^drafts\./)
  await page.getByTestId('action-publish').last().click()
  await expect.poll(bea, polling).not.toMatch(/^drafts\./)
  await expect.poll(() => client.fetch(`${draft}.editor._ref`), polling).toBe(await bea())
})

test('a document is unpublished, and duplicated', { tag: '@all' }, async ({
  page,
  lakeStudio: { client, open },
}) => {
  await client.create({ _id: 'twin', _type: 'post', title: 'Twin' })
  const ids = () => client.fetch<string[]>('*[title match "Twin"]._id')
  await open(page, 'structure/post;twin')
  await page.getByRole('button', { name: 'Published', exact: true }).click()
  await page.getByTestId('action-unpublish').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish now' }).click()
  await expect.poll(ids, polling).toEqual(['drafts.twin'])
  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  await chooseAction(page, 'Duplicate')
  await expect.poll(async () => (await ids()).length, polling).toBe(2)
})

function paragraph(_key: string, text: string) {
  const span = { _key: `${_key}0`, _type: 'span', marks: [], text }
  return { _key, _type: 'block', style: 'normal', markDefs: [], children: [span] }
}

/** A key for the end of the line would come too early for an editor that has not heard of the click yet. */
async function putCaretAfter(text: Locator): Promise<void> {
  await expect(text).toBeVisible(polling)
  const { width, height } = (await text.boundingBox()) ?? { width: 2, height: 2 }
  await text.click({ position: { x: width - 1, y: height / 2 } })
}

/** Marks the last word before the caret, and says what the mark is about. */
async function annotate(page: Page, name: string, about: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+ArrowLeft')
  await page.getByTestId('pt-editor').getByRole('button', { name, exact: true }).click()
  await page.getByTestId('popover-edit-dialog').locator('input').fill(about)
}

test('two people write one text at the same time, with a link and a note in it', { tag: '@all' }, async ({
  page,
  browser,
  viewport,
  lakeStudio: { client, open },
}) => {
  const body = [paragraph('a', 'Ann:'), paragraph('b', 'Ben:')]
  await client.create({ _id: 'drafts.text', _type: 'post', title: 'Text', body })
  const context = await browser.newContext({ viewport })
  const people = [
    { screen: page, starts: 'Ann:', writes: ' opens the studio at eight, says the handbook' },
    { screen: await context.newPage(), starts: 'Ben:', writes: ' closes it at ten, according to the rules' },
  ] as const
  const [ann, ben] = people
  const whole = people.map(({ starts, writes }) => `${starts}${writes}`)
  const text = '*[_id == "drafts.text"][0].body'

  for (const { screen } of people) await open(screen, 'structure/post;text')
  for (const { screen, starts } of people) {
    await putCaretAfter(screen.getByTestId('pt-editor').getByText(starts, { exact: true }))
  }
  // As fast as people type, so that what one writes is saved while the other writes.
  await Promise.all(people.map(({ screen, writes }) => screen.keyboard.type(writes, { delay: 60 })))
  await expect.poll(() => client.fetch(`${text}[]{"text": pt::text(@)}.text`), polling).toEqual(whole)
  for (const { screen } of people) {
    for (const line of whole) await expect(screen.getByTestId('pt-editor')).toContainText(line, polling)
  }

  await Promise.all([
    annotate(ann.screen, 'Link', 'https://example.com/handbook'),
    annotate(ben.screen, 'Note', 'Those of the house'),
  ])
  const marked = `${text}[]{"text": pt::text(@), "marks": children[count(marks) > 0]{text, "are": ^.markDefs[_key in ^.marks]{_type, href, about}}}`
  await expect
    .poll(() => client.fetch(marked), polling)
    .toEqual([
      {
        text: whole[0],
        marks: [
          { text: 'handbook', are: [{ _type: 'link', href: 'https://example.com/handbook', about: null }] },
        ],
      },
      {
        text: whole[1],
        marks: [{ text: 'rules', are: [{ _type: 'note', href: null, about: 'Those of the house' }] }],
      },
    ])
  await context.close()
})

test('a document that others refer to stays, and goes when nobody does', { tag: '@all' }, async ({
  page,
  lakeStudio: { client, open },
}) => {
  await client.create({ _id: 'eve', _type: 'author', name: 'Eve' })
  await client.create({
    _id: 'holder',
    _type: 'post',
    title: 'Holder',
    author: { _type: 'reference', _ref: 'eve' },
  })
  await open(page, 'structure/author;eve')
  await chooseAction(page, 'Delete')
  await expect(page.getByRole('dialog')).toContainText('1 document refers to')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete anyway' }).click()
  await expect(page.getByText(/error occurred/i).first()).toBeVisible()
  expect(await client.getDocument('eve')).toMatchObject({ name: 'Eve' })
  await client.delete('holder')
  await page.reload()
  await chooseAction(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click()
  await expect.poll(() => client.fetch('count(*[_id == "eve"])'), polling).toBe(0)
})
