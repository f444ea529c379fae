import { stegaClean } from '@sanity/client/stega'
import { expect, it } from 'vitest'
import { areas, pageTexts } from '@/lib/messages/areas'
import { completePage, mergeMessages } from './messages'

const { checkout } = areas

it.each([
  ['no document', null],
  ['a document without fields', {}],
  ['a missing message', { checkout: {} }],
  ['a blank message', { checkout: { errorTitle: ' \u200b' } }],
  ['a missing area', { checkout: null }],
])('returns the defaults for %s', (_, overrides) => {
  expect(mergeMessages(overrides).checkout).toEqual(checkout.defaults)
})

it('returns an editor’s text, and the defaults of all other messages', () => {
  const texts = mergeMessages({ checkout: { errorTitle: 'No checkout' } }).checkout
  expect(texts).toEqual({ ...checkout.defaults, errorTitle: 'No checkout' })
})

it('returns an editor’s text for every message', () => {
  const overrides = Object.fromEntries(
    Object.entries(areas).map(([area, { defaults }]) => [
      area,
      Object.fromEntries(Object.keys(defaults).map((name) => [name, `Our ${name}`])),
    ]),
  )
  expect(mergeMessages(overrides)).toEqual(overrides)
})

it('marks defaults for editors, and leaves an editor’s text as it is', () => {
  const texts = mergeMessages({ checkout: { errorTitle: 'No checkout' } }, true).checkout
  expect(texts.errorTitle).toBe('No checkout')
  expect(texts.errorText).not.toBe(checkout.defaults.errorText)
  expect(stegaClean(texts)).toEqual({ ...checkout.defaults, errorTitle: 'No checkout' })
})

it('completes the strings of a page, and marks its defaults for editors', () => {
  const { defaults } = pageTexts.signInPage
  const page = { submit: 'Enter', heading: null, seo: null }
  expect(completePage('signInPage', page)).toMatchObject({ ...defaults, submit: 'Enter', seo: null })
  const texts = completePage('signInPage', page, true)
  expect(texts.submit).toBe('Enter')
  expect(texts.heading).not.toBe(defaults.heading)
  expect(stegaClean(texts)).toMatchObject({ ...defaults, submit: 'Enter', seo: null })
  expect(completePage('homePage', page)).toBe(page)
})

it('returns the defaults of a page without a document', () => {
  const { defaults } = pageTexts.notFoundPage
  expect(completePage('notFoundPage', null)).toEqual({ ...defaults, _id: 'notFoundPage', seo: null })
  expect(completePage('homePage', null)).toBeNull()
})

it('has a non-empty default for every message', () => {
  const texts = Object.values({ ...areas, ...pageTexts }).flatMap(({ defaults }) => Object.values(defaults))
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((text) => text.trim() !== text || text === '')).toEqual([])
})
