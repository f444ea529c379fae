import { expect, test } from 'vitest'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import { createTermPattern, findText } from './findText'

const offer = {
  _id: 'offer',
  _type: 'offer',
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
  values: [{ _key: 'studio', title: 'Studio time', amount: 120_000 }],
  priceLine: 'Now {introPrice} a month',
}

const find = (document: object, term: string) => {
  const pattern = createTermPattern(term)
  return pattern ? findText({ ...document }, pattern, formatOfferValues(offer)) : []
}

test('finds an amount in its field and in strings with its placeholder', () => {
  expect(find(offer, '$997')).toEqual([
    { path: ['introPrice'], text: '$997' },
    { path: ['priceLine'], text: 'Now $997 a month' },
  ])
  expect(find(offer, '$1,200')).toEqual([{ path: ['values', { _key: 'studio' }, 'amount'], text: '$1,200' }])
})

test('finds a sentence across marks, regardless of quotes, dashes, spaces and capitalization', () => {
  const page = {
    _id: 'terms',
    _type: 'legalPage',
    body: [
      {
        _key: 'first',
        _type: 'block',
        style: 'normal',
        children: [
          { _key: 'a', _type: 'span', text: 'Don’t pay ' },
          { _key: 'b', _type: 'span', marks: ['strong'], text: '{introPrice} — twice' },
        ],
      },
    ],
  }
  expect(find(page, "DON'T  pay $997 - twice")).toEqual([
    { path: ['body', { _key: 'first' }], text: 'Don’t pay $997 — twice' },
  ])
  expect(find(page, 'normal')).toEqual([])
})

test('finds an item in a list of strings, but nothing in metadata or for an empty term', () => {
  const page = { _id: 'a', _type: 'b', words: ['one', 'two'], _rev: 'two' }
  expect(find(page, 'two')).toEqual([{ path: ['words', 1], text: 'two' }])
  expect(find(page, '  ')).toEqual([])
})
