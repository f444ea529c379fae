import { expect, test } from '@playwright/test'
import {
  expectCheckout,
  expectDistinctDrawings,
  expectRows,
  getSection,
  scrollThroughPage,
} from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedRows, seedTerms, seedText, seedTexts } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const home = 'homePage/sections'

const opened = setUpPage('/')

test('the hero has its texts, the promo video and the link to checkout', async () => {
  const page = opened()
  const hero = getSection(page, seedText(`${home}/hero/heading`))
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText(seedText(`${home}/hero/heading`))
  await expect(hero.getByText(seedText(`${home}/hero/eyebrow`), { exact: true })).toBeVisible()
  await expect(hero.getByText(seedText(`${home}/hero/lead`), { exact: true })).toBeVisible()
  await expectCheckout(hero.getByRole('button', { name: 'Secure My Spot Now', exact: true }))

  const title = seedText(`${home}/hero/video/title`)
  const play = hero.getByRole('button', { name: `Play video: ${title}`, exact: true })
  await expect(play).toBeVisible()
  // A button's name stands in for its picture, so the picture is looked for in the document.
  const poster = play.locator('img')
  await expect(poster).toBeVisible()
  await expect(poster).toHaveAttribute('alt', seedText(`${home}/hero/video/poster/alt`))
  expect(
    await poster.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBeGreaterThan(300)
})

for (const [name, viewport] of [
  ['a phone', phone],
  ['a large screen', largeScreen],
] as const) {
  test.describe(`on ${name}`, () => {
    const seen = setUpPage('/', { viewport })

    test('the first window has the headline, the price and the button', async () => {
      const hero = getSection(seen(), seedText(`${home}/hero/heading`))
      const terms = seedTerms()
      for (const text of [seedText(`${home}/hero/eyebrow`), seedText(`${home}/hero/lead`), terms])
        await expect(hero.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
      const button = hero.getByRole('button', { name: 'Secure My Spot Now', exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
    })

    if (viewport === phone) {
      test('the page stays short', async () => {
        const page = seen()
        await scrollThroughPage(page)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9300)
      })
    }
  })
}

test("What You'll Love lists every feature", async () => {
  const page = opened()
  const section = getSection(page, "What You'll Love")
  await expect(section.getByText(seedText(`${home}/what-you-will-love/intro`), { exact: true })).toBeVisible()
  const rows = seedRows(`${home}/what-you-will-love/features`, ['title', 'text'])
  expect(rows.length).toBeGreaterThanOrEqual(5)
  await expectRows(section.getByRole('listitem'), rows)
  await expectDistinctDrawings(section, rows.length)
})

test('a month in the room describes four weeks, and states no unknown facts', async () => {
  const section = getSection(opened(), seedText(`${home}/month/heading`))
  const rows = seedRows(`${home}/month/weeks`, ['title', 'text'])
  expect(rows).toHaveLength(4)
  await expectRows(section.getByRole('listitem'), rows)
  await expect(section.locator('.month-facts')).toHaveCount(0)
})

test('the second action of the hero and of the offer is a tour', async () => {
  for (const heading of [seedText(`${home}/hero/heading`), '2-Month Growth Package']) {
    const link = getSection(opened(), heading).getByRole('link', { name: 'Book a tour', exact: true })
    await expect(link).toHaveAttribute('href', '/contact?topic=tour')
  }
})

test('Who This Is For names three audiences', async () => {
  const page = opened()
  const section = getSection(page, 'Who This Is For')
  const rows = seedRows(`${home}/who-this-is-for/audiences`, ['title', 'text'])
  expect(rows).toHaveLength(3)
  expect(rows.flat().join(' ').toLowerCase()).toMatch(
    /entrepreneurs.*business owners.*coaches.*consultants.*creators/,
  )
  await expectRows(section.getByRole('listitem'), rows)
})

test('the closing offer names its three pay-later providers and links to checkout', async () => {
  const page = opened()
  const closing = `${home}/closing-offer`
  const section = getSection(page, seedText(`${closing}/heading`))
  for (const field of ['text', 'providersIntro', 'availabilityNote']) {
    await expect(section.getByText(seedText(`${closing}/${field}`), { exact: true })).toBeVisible()
  }
  expect(seedTexts(`${closing}/providers`)).toEqual(['Klarna', 'Afterpay', 'Affirm'])
  const providers = section.getByRole('list').filter({ hasText: 'Klarna' }).getByRole('listitem')
  await expect(providers).toHaveText(['Klarna', 'Afterpay', 'Affirm'])
  for (const provider of await providers.all()) await expect(provider).toBeVisible()
  await expectCheckout(section.getByRole('button', { name: 'Secure My Spot Now', exact: true }))
})

test('the sections have the order of the specification', async () => {
  const page = opened()
  await expect(page.locator('main > section').getByRole('heading', { level: 2 })).toHaveText([
    "What You'll Love",
    seedText(`${home}/month/heading`),
    '2-Month Growth Package',
    'Who This Is For',
    seedText(`${home}/impact/heading`),
    seedText(`${home}/questions/heading`),
    seedText(`${home}/closing-offer/heading`),
  ])
})
