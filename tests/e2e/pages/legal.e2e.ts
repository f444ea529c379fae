import { expect, type Page, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { seedBlocks, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

/** Reads the headings, paragraphs and lists of a legal page as one line. */
async function readLegalText(page: Page): Promise<string> {
  const blocks = await page.locator('main .rich-text').locator('h2, h3, p, li').allTextContents()
  return blocks.join(' ').replaceAll(/\s+/g, ' ')
}

/** Patterns of the statements that each page has to make, with the titles of their tests. */
const requirements = {
  terms: [
    {
      title:
        'states full refunds until 24 hours before a session, charges for no-shows, and the law of California',
      patterns: [
        /24 hours[^.]*full refund|full refund[^.]*24 hours/i,
        /no-shows?[^.]*charged in full/i,
        /laws? of (the State of )?California|California law/i,
      ],
    },
    {
      title: 'states that members cancel online at any time',
      patterns: [/cancel at any time, online/i, /Manage Subscription/],
    },
  ],
  privacy: [
    {
      title: 'mentions Stripe, California and deletion',
      patterns: [/Stripe/, /California/, /delete/i],
    },
  ],
}

for (const name of ['terms', 'privacy'] as const) {
  test.describe(`/${name}`, () => {
    const document = `legalPage-${name}`
    const getPage = setUpPage(`/${name}`)

    test('has its title, its date, its summary and its full text', async () => {
      const page = getPage()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(seedText(`${document}/title`))
      await expect(page.getByText('Last updated: January 2025', { exact: true })).toBeVisible()
      await expect(page.getByText(seedText(`${document}/summary`), { exact: true })).toBeVisible()
      const body = page.locator('main article .rich-text')
      await expect(body.locator('h2')).toHaveText(seedBlocks(`${document}/body`, ['h2']))
      await expect(body.locator('h2, h3, p, li')).toHaveText(seedBlocks(`${document}/body`))
    })

    for (const { title, patterns } of requirements[name]) {
      test(title, async () => {
        const text = await readLegalText(getPage())
        for (const pattern of patterns) expect(text).toMatch(pattern)
      })
    }
  })
}

test('the table of contents of a legal page links to its headings', async ({ page }) => {
  await openPage(page, '/terms')
  const contents = page.getByRole('navigation', { name: seedText('messages/legal/contents') })
  const headings = seedBlocks('legalPage-terms/body', ['h2'])
  await expect(contents.getByRole('link')).toHaveText(headings)
  const lastHeading = headings.at(-1) ?? ''
  await contents.getByRole('link', { name: lastHeading, exact: true }).click()
  await expect(page.getByRole('heading', { name: lastHeading, exact: true })).toBeInViewport()
})

test('a link in the text of the terms opens its page', async ({ page }) => {
  await openPage(page, '/terms')
  await page.locator('main .rich-text').getByRole('link', { name: 'services page' }).click()
  await expect(page).toHaveURL('/services')
})
