import { expect, test } from '@playwright/test'
import { expectCheckout, expectRows, getSection } from '../../support/browsing.ts'
import { seedBlocks, seedRows, seedText } from '../../support/seedContent.ts'
import { setUpPage } from '../../support/setUpPage.ts'

const about = 'aboutPage/sections'

const opened = setUpPage('/about')

test('the mission shows its full text, with its picture', async () => {
  const page = opened()
  const section = getSection(page, seedText(`${about}/mission/heading`))
  for (const paragraph of seedBlocks(`${about}/mission/text`)) {
    await expect(section.getByText(paragraph, { exact: true })).toBeVisible()
  }
  await expect(
    section.getByRole('img', { name: seedText(`${about}/mission/picture/alt`), exact: true }),
  ).toBeVisible()
})

test('three beliefs are stated', async () => {
  const page = opened()
  const section = getSection(page, seedText(`${about}/beliefs/heading`))
  const rows = seedRows(`${about}/beliefs/beliefs`, ['title', 'text'])
  expect(rows).toHaveLength(3)
  await expectRows(section.getByRole('listitem'), rows)
})

test('the impact is counted: 500+ episodes, 100+ clients, 50M+ views, 24/7 support', async () => {
  const page = opened()
  const section = getSection(page, seedText(`${about}/impact/heading`))
  await expectRows(section.getByRole('listitem'), [
    ['500+', 'episodes'],
    ['100+', 'clients'],
    ['50M+', 'views'],
    ['24/7', 'support'],
  ])
})

test('the page ends with a checkout button', async () => {
  const page = opened()
  const section = getSection(page, seedText(`${about}/call-to-action/heading`))
  await expectCheckout(
    section.getByRole('button', { name: seedText(`${about}/call-to-action/checkoutLabel`), exact: true }),
  )
})
