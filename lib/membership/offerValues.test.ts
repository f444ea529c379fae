import { describe, expect, it } from 'vitest'
import { offerMoney, offerValues, totalValue } from './offerValues'

const offer = {
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
  values: [160_000, 120_000, 150_000, 75_000, 80_000, 50_000, 30_000].map((amount) => ({ amount })),
}

describe('totalValue', () => {
  it('adds the values up', () => expect(totalValue(offer)).toBe(665_000))

  it('counts only what can be an amount', () => {
    const amounts = [100, null, undefined, Number.NaN, 1e308, -5, 0.5]
    expect(totalValue({ values: [null, ...amounts.map((amount) => ({ amount }))] })).toBe(100)
  })
})

describe('offerValues', () => {
  it('formats every placeholder', () => {
    expect(offerValues(offer)).toEqual({
      introPrice: '$997',
      introMonths: '2',
      regularPrice: '$1,497',
      total: '$6,650',
    })
  })

  it('leaves out what the offer does not have', () => {
    expect(offerValues({ introPrice: 99_700 })).toEqual({ introPrice: '$997' })
    expect(offerValues(null)).toEqual({})
  })
})

describe('offerMoney', () => {
  it('shows nothing for what cannot be a price', () => {
    expect([null, -1, 0.5, 1e308].map((amount) => offerMoney(amount, offer))).toEqual(['', '', '', ''])
  })
})
