import { expect, test } from '@playwright/test'
import { expectCheckout, expectRows, getSection } from '../../support/browsing.ts'
import { seedBlocks, seedRows, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const sectionsPath = 'aboutPage/sections'

const getPage = setUpPage('/about')

test('the mission shows its full text and its picture', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/mission/heading`))
  for (const paragraph of seedBlocks(`${sectionsPath}/mission/text`)) {
    await expect(section.getByText(paragraph, { exact: true })).toBeVisible()
  }
  await expect(
    section.getByRole('img', { name: seedText(`${sectionsPath}/mission/picture/alt`), exact: true }),
  ).toBeVisible()
})

test('the section of beliefs lists three beliefs', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/beliefs/heading`))
  const rows = seedRows(`${sectionsPath}/beliefs/beliefs`, ['title', 'text'])
  expect(rows).toHaveLength(3)
  await expectRows(section.getByRole('listitem'), rows)
})

test('the impact section states 500+ episodes, 100+ clients, 50M+ views and 24/7 support', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/impact/heading`))
  await expectRows(section.getByRole('listitem'), [
    ['500+', 'episodes'],
    ['100+', 'clients'],
    ['50M+', 'views'],
    ['24/7', 'support'],
  ])
})

test('the call to action has a checkout button', async () => {
  const page = getPage()
  const section = getSection(page, seedText(`${sectionsPath}/call-to-action/heading`))
  await expectCheckout(
    section.getByRole('button', {
      name: seedText(`${sectionsPath}/call-to-action/checkoutLabel`),
      exact: true,
    }),
  )
})
