import { describe, expect, it } from 'vitest'
import { findHardcodedOfferValues } from './hardcodedOfferValues'

const offer = {
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 13,
  regularPrice: 149_750,
  values: [{ amount: 2_000 }],
}
const findMessages = (text: string) =>
  findHardcodedOfferValues({ _id: 'x', heading: text }, offer).map(({ message }) => message)

describe('a hardcoded number from the published offer', () => {
  it.each([
    ['Only 997 dollars a month', '997', '{introPrice}'],
    ['Pay USD 997.00 first', '997.00', '{introPrice}'],
    ['Then 1,497.50 a month', '1,497.50', '{regularPrice}'],
    ['Then 1497.50.', '1497.50', '{regularPrice}'],
    ['Thirteen months at a lower price', 'Thirteen months', '{months}'],
    ['For 13 months', '13 months', '{months}'],
  ])('is found in “%s”', (text, match, placeholder) => {
    expect(findMessages(text)).toEqual([expect.stringContaining(`“${match}”`)])
    expect(findMessages(text)[0]).toContain(placeholder)
  })

  // The validation of text fields finds amounts with “$” and “first 13 months” (schemas/fields/placeholders.ts).
  it.each([
    '997',
    'from $997 a month',
    'Call +1 310-997-0142 now',
    'See https://a.example/997 for more',
    'Sample 12-997 of 1,997',
    'A frame of 997x600 pixels',
    'a number with 997.25',
    'The first 13 months',
    'It is 20 minutes away',
    '{introPrice} for {months} months',
  ])('is not found in “%s”', (text) => expect(findMessages(text)).toEqual([]))

  it('is found in lists and Portable Text, with its path', () => {
    const block = { _key: 'b', _type: 'block', children: [{ _key: 'c', text: 'It costs 997 at first.' }] }
    const found = findHardcodedOfferValues({ _id: 'x', body: [block], points: ['One', 'Two for 997'] }, offer)
    expect(found.map(({ path }) => path)).toEqual([
      ['points', 1],
      ['body', { _key: 'b' }, 'children', { _key: 'c' }, 'text'],
    ])
  })

  it('is not found while no offer is published', () => {
    expect(findHardcodedOfferValues({ heading: 'For 997 dollars' }, null)).toEqual([])
  })
})
