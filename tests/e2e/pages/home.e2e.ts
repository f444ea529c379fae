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

const sectionsPath = 'homePage/sections'

const getPage = setUpPage('/')

test('the hero has its texts, the promo video and the checkout button', async () => {
  const page = getPage()
  const hero = getSection(page, seedText(`${sectionsPath}/hero/heading`))
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText(seedText(`${sectionsPath}/hero/heading`))
  await expect(hero.getByText(seedText(`${sectionsPath}/hero/eyebrow`), { exact: true })).toBeVisible()
  await expect(hero.getByText(seedText(`${sectionsPath}/hero/lead`), { exact: true })).toBeVisible()
  await expectCheckout(hero.getByRole('button', { name: 'Secure My Spot Now', exact: true }))

  const title = seedText(`${sectionsPath}/hero/video/title`)
  const play = hero.getByRole('button', { name: `Play video: ${title}`, exact: true })
  await expect(play).toBeVisible()
  // Inside a named button the picture has no role, so a selector finds it.
  const poster = play.locator('img')
  await expect(poster).toBeVisible()
  await expect(poster).toHaveAttribute('alt', seedText(`${sectionsPath}/hero/video/poster/alt`))
  expect(
    await poster.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBeGreaterThan(300)
})

for (const [name, viewport] of [
  ['a phone', phone],
  ['a large screen', largeScreen],
] as const) {
  test.describe(`on ${name}`, () => {
    const getScreenPage = setUpPage('/', { viewport })

    test('the first screen has the eyebrow, the introduction, the terms and the checkout button', async () => {
      const hero = getSection(getScreenPage(), seedText(`${sectionsPath}/hero/heading`))
      const terms = seedTerms()
      for (const text of [
        seedText(`${sectionsPath}/hero/eyebrow`),
        seedText(`${sectionsPath}/hero/lead`),
        terms,
      ])
        await expect(hero.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
      const button = hero.getByRole('button', { name: 'Secure My Spot Now', exact: true })
      await expect(button).toBeInViewport({ ratio: 1 })
    })

    if (viewport === phone) {
      test('the page is shorter than 9,300 px', async () => {
        const page = getScreenPage()
        await scrollThroughPage(page)
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9300)
      })
    }
  })
}

test("What You'll Love lists every feature", async () => {
  const page = getPage()
  const section = getSection(page, "What You'll Love")
  await expect(
    section.getByText(seedText(`${sectionsPath}/what-you-will-love/intro`), { exact: true }),
  ).toBeVisible()
  const rows = seedRows(`${sectionsPath}/what-you-will-love/features`, ['title', 'text'])
  expect(rows.length).toBeGreaterThanOrEqual(5)
  await expectRows(section.getByRole('listitem'), rows)
  await expectDistinctDrawings(section, rows.length)
})

test('the section about a month describes four weeks, and omits its empty list of facts', async () => {
  const section = getSection(getPage(), seedText(`${sectionsPath}/month/heading`))
  const rows = seedRows(`${sectionsPath}/month/weeks`, ['title', 'text'])
  expect(rows).toHaveLength(4)
  await expectRows(section.getByRole('listitem'), rows)
  await expect(section.locator('.month-facts')).toHaveCount(0)
})

test('the hero and the offer link to the contact form for booking a tour', async () => {
  for (const heading of [seedText(`${sectionsPath}/hero/heading`), '2-Month Growth Package']) {
    const link = getSection(getPage(), heading).getByRole('link', { name: 'Book a tour', exact: true })
    await expect(link).toHaveAttribute('href', '/contact?topic=tour')
  }
})

test('Who This Is For names three audiences', async () => {
  const page = getPage()
  const section = getSection(page, 'Who This Is For')
  const rows = seedRows(`${sectionsPath}/who-this-is-for/audiences`, ['title', 'text'])
  expect(rows).toHaveLength(3)
  expect(rows.flat().join(' ').toLowerCase()).toMatch(
    /entrepreneurs.*business owners.*coaches.*consultants.*creators/,
  )
  await expectRows(section.getByRole('listitem'), rows)
})

test('the closing offer names its three pay-later providers and has a checkout button', async () => {
  const page = getPage()
  const closingOffer = `${sectionsPath}/closing-offer`
  const section = getSection(page, seedText(`${closingOffer}/heading`))
  for (const field of ['text', 'providersIntro', 'availabilityNote']) {
    await expect(section.getByText(seedText(`${closingOffer}/${field}`), { exact: true })).toBeVisible()
  }
  const statuses = seedTexts(`${closingOffer}/providers`)
  expect(statuses.map((status) => status.split(':')[0])).toEqual(['Klarna', 'Afterpay', 'Affirm'])
  const providers = section.getByRole('list').filter({ hasText: 'Klarna' }).getByRole('listitem')
  await expect(providers).toHaveText(statuses)
  for (const provider of await providers.all()) await expect(provider).toBeVisible()
  await expectCheckout(section.getByRole('button', { name: 'Secure My Spot Now', exact: true }))
})

test('the sections of the specification are in its order, with three others between them', async () => {
  const page = getPage()
  await expect(page.locator('main > section').getByRole('heading', { level: 2 })).toHaveText([
    "What You'll Love",
    seedText(`${sectionsPath}/month/heading`),
    '2-Month Growth Package',
    'Who This Is For',
    seedText(`${sectionsPath}/impact/heading`),
    seedText(`${sectionsPath}/questions/heading`),
    seedText(`${sectionsPath}/closing-offer/heading`),
  ])
})
