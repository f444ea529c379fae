import { stegaClean } from '@sanity/client/stega'
import { describe, expect, it, vi } from 'vitest'
import {
  computeTotalValue,
  fillOfferValues,
  formatOfferMoney,
  formatOfferValues,
  offerPlaceholders,
  withOfferValues,
} from './offerValues'

const offer = {
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
  inclusions: [
    null,
    { quantity: 24, counts: 'other' },
    { quantity: 8, counts: 'hours' },
    { quantity: 10, counts: 'clips' },
    { quantity: 2, counts: 'cameras' },
  ],
  values: [160_000, 120_000, 150_000, 75_000, 80_000, 50_000, 30_000].map((amount) => ({ amount })),
}

describe('computeTotalValue', () => {
  it('adds the values', () => expect(computeTotalValue(offer)).toBe(665_000))

  it('ignores invalid amounts', () => {
    const amounts = [100, null, undefined, Number.NaN, 1e308, -5, 0.5]
    expect(computeTotalValue({ values: [null, ...amounts.map((amount) => ({ amount }))] })).toBe(100)
  })
})

describe('formatOfferValues', () => {
  it('formats the value of every placeholder', () => {
    expect(formatOfferValues(offer)).toEqual({
      hours: '8',
      clips: '10',
      cameras: '2',
      months: '2',
      introPrice: '$997',
      regularPrice: '$1,497',
      totalValue: '$6,650',
      noticeDays: '30',
    })
    expect(Object.keys(formatOfferValues(offer))).toEqual(Object.keys(offerPlaceholders))
  })

  it('omits missing values', () => {
    expect(formatOfferValues({ introPrice: 99_700 })).toEqual({ introPrice: '$997', noticeDays: '30' })
    expect(formatOfferValues(null)).toEqual({ noticeDays: '30' })
  })
})

describe('formatOfferMoney', () => {
  it('returns an empty string for an invalid price', () => {
    expect([null, -1, 0.5, 1e308].map((amount) => formatOfferMoney(amount, offer))).toEqual(['', '', '', ''])
  })
})

describe('offer placeholders in content', () => {
  const values = formatOfferValues(offer)

  it('are filled in at any depth, even in Portable Text, unlike other placeholders', () => {
    const content = {
      seo: { title: '{hours} hours, {clips} clips for {email}' },
      points: ['{cameras} cameras', null, 7],
      body: [
        { _type: 'block', children: [{ _type: 'span', text: 'Worth {totalValue} in {months} months' }] },
      ],
    }
    expect(fillOfferValues(content, values)).toEqual({
      seo: { title: '8 hours, 10 clips for {email}' },
      points: ['2 cameras', null, 7],
      body: [{ _type: 'block', children: [{ _type: 'span', text: 'Worth $6,650 in 2 months' }] }],
    })
  })

  it('stay in the renewal terms if they describe the price', () => {
    const renewalTerms = '{introPrice} for {months} months, then {regularPrice}, for {hours} hours'
    expect(fillOfferValues({ renewalTerms, heading: renewalTerms }, values)).toEqual({
      renewalTerms: '{introPrice} for {months} months, then {regularPrice}, for 8 hours',
      heading: '$997 for 2 months, then $1,497, for 8 hours',
    })
  })

  it('become empty strings without a value', () => {
    expect(fillOfferValues('In {hours} hours', {})).toBe('In  hours')
  })

  it('are replaced without losing edit marks', () => {
    const marks = '\u200b\u200c\u200d\ufeff'.repeat(30)
    expect(stegaClean(`8 hours${marks}`)).toBe('8 hours')
    expect(fillOfferValues(`{hours} hours${marks}`, values)).toBe(`8 hours${marks}`)
  })

  it('are the only placeholders that cause a read of the offer', async () => {
    const readOffer = vi.fn(async () => offer)
    expect(await withOfferValues({ text: 'Hello {email}' }, readOffer)).toEqual({ text: 'Hello {email}' })
    expect(readOffer).not.toHaveBeenCalled()
    expect(await withOfferValues({ text: '{clips}' }, readOffer)).toEqual({ text: '10' })
  })
})
