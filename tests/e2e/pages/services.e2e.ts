import { expect, test } from '@playwright/test'
import { expectCheckout, getSection, openPage } from '../../support/browsing.ts'
import { seedBlocks, seedRows, seedText, seedTexts } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const sectionsPath = 'servicesPage/sections'

const getPage = setUpPage('/services')

test('the introduction has a heading, a text and a picture', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/intro/heading`))
  await expect(section.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(section.getByText(seedText(`${sectionsPath}/intro/lead`), { exact: true })).toBeVisible()
  await expect(
    section.getByRole('img', { name: seedText(`${sectionsPath}/intro/picture/alt`) }),
  ).toBeVisible()
})

for (const [key, title] of [
  ['professional-recording', 'Professional Recording'],
  ['multi-camera-video', 'Multi-Camera Video'],
  ['full-post-production', 'Full Post-Production'],
] as const) {
  test(`the card ${title} has its text, points and picture`, async () => {
    const page = getPage()
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const cardPath = `${sectionsPath}/services/cards/${key}`
    await expect(card.getByText(seedText(`${cardPath}/text`), { exact: true })).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveText(seedTexts(`${cardPath}/points`))
    const picture = card.getByRole('img', { name: seedText(`${cardPath}/picture/alt`), exact: true })
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  })
}

test('the page has three cards, followed by the offer', async () => {
  const page = getPage()
  const cards = getSection(page, seedText(`${sectionsPath}/services/heading`))
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Professional Recording',
    'Multi-Camera Video',
    'Full Post-Production',
  ])
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveText([
    seedText(`${sectionsPath}/services/heading`),
    '2-Month Growth Package',
    seedText(`${sectionsPath}/impact/heading`),
    seedText(`${sectionsPath}/questions/heading`),
    seedText(`${sectionsPath}/call-to-action/heading`),
  ])
})

test('the heading “Full Post-Production” does not break at its hyphen', async ({ page }) => {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await openPage(page, '/services')
    const lineCount = await page
      .getByRole('heading', { name: 'Full Post-Production', exact: true })
      .evaluate((heading) => {
        const range = document.createRange()
        const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const start = node.textContent?.indexOf('Post-Production') ?? -1
          if (start < 0) continue
          range.setStart(node, start)
          range.setEnd(node, start + 'Post-Production'.length)
        }
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      })
    expect(lineCount, `at ${width} px`).toBe(1)
  }
})

test('a question opens by keyboard, and the structured data contains every question', async ({ page }) => {
  await openPage(page, '/services')
  const questionTexts = seedRows(`${sectionsPath}/questions/questions`, ['question']).flat()
  const questions = getSection(page, seedText(`${sectionsPath}/questions/heading`))
  await expect(questions.getByRole('heading', { level: 3 })).toHaveText(questionTexts)
  const firstQuestion = questions.locator('details').first()
  const firstReply = seedBlocks(`${sectionsPath}/questions/questions/what-it-covers/answer`)[0] ?? ''
  await expect(firstQuestion.getByText(firstReply, { exact: true })).toBeHidden()
  await firstQuestion.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(firstQuestion.getByText(firstReply, { exact: true })).toBeVisible()
  const structuredData = await page.locator('script[type="application/ld+json"]').allTextContents()
  const questionsData = structuredData.find((text) => text.includes('FAQPage')) ?? ''
  for (const question of questionTexts) expect(questionsData).toContain(JSON.stringify(question).slice(1, -1))
})

test('the call to action has a checkout button', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/call-to-action/heading`))
  await expect(
    section.getByText(seedText(`${sectionsPath}/call-to-action/text`), { exact: true }),
  ).toBeVisible()
  await expectCheckout(
    section.getByRole('button', {
      name: seedText(`${sectionsPath}/call-to-action/checkoutLabel`),
      exact: true,
    }),
  )
})
