import { expect, test } from '@playwright/test'
import { expectDistinctDrawings, expectRows, getSection } from '../../support/browsing.ts'
import { seedRows, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const sectionsPath = 'studioPage/sections'

const getPage = setUpPage('/studio')

test('the tour video shows its poster', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/tour/heading`))
  await expect(section.getByText(seedText(`${sectionsPath}/tour/text`), { exact: true })).toBeVisible()
  const playButton = section.getByRole('button', {
    name: `Play video: ${seedText(`${sectionsPath}/tour/video/title`)}`,
    exact: true,
  })
  await expect(playButton).toBeVisible()
  await expect(playButton.locator('img')).toHaveAttribute(
    'alt',
    seedText(`${sectionsPath}/tour/video/poster/alt`),
  )
})

test('the gallery shows 12 figures with their captions', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/gallery/heading`))
  const figures = section.getByRole('figure')
  await expect(figures).toHaveCount(12)
  const rows = seedRows('gallery/images', ['caption', 'alt'])
  expect(rows).toHaveLength(12)
  for (const [index, [caption = '', alt = '']] of rows.entries()) {
    const figure = figures.nth(index)
    const picture = figure.getByRole('img', { name: alt, exact: true })
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expect(figure.locator('figcaption')).toHaveText(caption)
    await expect(figure.locator('figcaption')).toBeVisible()
  }
})

test('the features section lists six features of the studio', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/features/heading`))
  const rows = seedRows(`${sectionsPath}/features/features`, ['title', 'text'])
  expect(rows).toHaveLength(6)
  await expectRows(section.getByRole('listitem'), rows)
  await expectDistinctDrawings(section, rows.length)
})

test('the equipment section lists the equipment of each group', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/equipment/heading`))
  const groups = seedRows(`${sectionsPath}/equipment/groups`, ['_key', 'title'])
  await expect(section.getByRole('heading', { level: 3 })).toHaveText(groups.map(([, title = '']) => title))
  const lists = section.getByRole('list')
  await expect(lists).toHaveCount(groups.length)
  for (const [index, [key]] of groups.entries()) {
    const rows = seedRows(`${sectionsPath}/equipment/groups/${key}/items`, ['name', 'detail'])
    await expectRows(lists.nth(index).getByRole('listitem'), rows)
  }
})
