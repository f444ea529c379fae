import { expect, type Page } from '@playwright/test'
import { test } from '../../support/lakeStudio.ts'
import { patience, studioTimeouts } from '../../support/studio.ts'

// What the site's own Studio does not let its editors do: its documents neither come nor go, and refer to none.
test.describe.configure(studioTimeouts)
test.use({ viewport: { width: 1800, height: 1000 } })

const polling = { timeout: patience }

async function chooseAction(page: Page, name: string): Promise<void> {
  const menu = page.getByTestId('action-menu-button').last()
  await expect(menu).toBeEnabled(polling)
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
}

test('a reference is picked, and another is created in place', async ({
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
  await page.getByTestId('field-name').locator('input').fill('Bea')
  const bea = () => client.fetch<string | null>('*[_type == "author" && name == "Bea"][0]._id')
  await expect.poll(bea, polling).toMatch(/^drafts\./)
  await page.getByTestId('action-publish').last().click()
  await expect.poll(bea, polling).not.toMatch(/^drafts\./)
  await expect.poll(() => client.fetch(`${draft}.editor._ref`), polling).toBe(await bea())
})

test('a document is duplicated', async ({ page, lakeStudio: { client, open } }) => {
  await client.create({ _id: 'twin', _type: 'post', title: 'Twin' })
  const ids = () => client.fetch<string[]>('*[title match "Twin"]._id')
  await open(page, 'structure/post;twin')
  await chooseAction(page, 'Duplicate')
  await expect.poll(async () => (await ids()).length, polling).toBe(2)
})

test('a document that others refer to stays, and goes when nobody does', async ({
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
