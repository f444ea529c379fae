import { expect, type Page, test } from '@playwright/test'
import { open } from '../../support/browsing.ts'
import { seedBlocks, seedText } from '../../support/seedContent.ts'

/** The text of a legal page as it is read, block by block. */
async function legalText(page: Page): Promise<string> {
  const blocks = await page.locator('main .rich-text').locator('h2, h3, p, li').allTextContents()
  return blocks.join(' ').replaceAll(/\s+/g, ' ')
}

for (const name of ['terms', 'privacy']) {
  const document = `legalPage-${name}`

  test(`/${name} says when it was updated, what it says in short, and all of it`, async ({ page }) => {
    await open(page, `/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(`${document}/title`))
    await expect(page.getByText('Last updated: January 2025', { exact: true })).toBeVisible()
    await expect(page.getByText(seedText(`${document}/summary`), { exact: true })).toBeVisible()
    const body = page.locator('main article .rich-text')
    await expect(body.locator('h2')).toHaveText(seedBlocks(`${document}/body`, ['h2']))
    await expect(body.locator('h2, h3, p, li')).toHaveText(seedBlocks(`${document}/body`))
  })
}

test('the terms have their rules: 24 hours, no-shows, California', async ({ page }) => {
  await open(page, '/terms')
  const text = await legalText(page)
  expect(text).toMatch(/24 hours[^.]*full refund|full refund[^.]*24 hours/i)
  expect(text).toMatch(/no-shows?[^.]*charged in full/i)
  expect(text).toMatch(/laws? of (the State of )?California|California law/i)
})

test('the terms say how to leave: online, at any time', async ({ page }) => {
  await open(page, '/terms')
  const text = await legalText(page)
  expect(text).toMatch(/cancel at any time, online/i)
  expect(text).toContain('Manage Subscription')
})

test('the privacy policy names who processes what, and the rights of Californians', async ({ page }) => {
  await open(page, '/privacy')
  const text = await legalText(page)
  for (const name of ['Stripe', 'California']) expect(text).toContain(name)
  expect(text).toMatch(/delete/i)
})

test('links within the legal texts lead where they say', async ({ page }) => {
  await open(page, '/terms')
  await page.locator('main .rich-text').getByRole('link', { name: 'services page' }).click()
  await expect(page).toHaveURL('/services')
})
