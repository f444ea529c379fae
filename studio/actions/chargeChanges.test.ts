import { describe, expect, it } from 'vitest'
import { compareCharges } from './chargeChanges'

const published = { currency: 'usd', introPrice: 99_700, introMonths: 2, regularPrice: 149_700 }
const listChanges = (draft: object) =>
  compareCharges(published, { ...published, ...draft })
    .filter(({ isChanged }) => isChanged)
    .map(({ name, before, after, isLarge }) => [name, before, after, isLarge])

describe('compareCharges', () => {
  it('returns every charge as unchanged when none differs', () => {
    expect(listChanges({})).toEqual([])
    expect(listChanges({ values: [{ amount: 5 }] })).toEqual([])
    expect(compareCharges(published, published)).toHaveLength(3)
  })

  it('marks each charge that differs as changed, however small the difference', () => {
    expect(listChanges({ introPrice: 99_701 })).toEqual([['introPrice', 99_700, 99_701, false]])
    expect(listChanges({ regularPrice: 149_699, introMonths: 3 })).toEqual([
      ['introMonths', 2, 3, true],
      ['regularPrice', 149_700, 149_699, false],
    ])
  })

  it('marks changes of more than 20% as large, in either direction', () => {
    const isLarge = (introPrice: number) => listChanges({ introPrice })[0]?.[3]
    expect(isLarge(119_640)).toBe(false)
    expect(isLarge(119_641)).toBe(true)
    expect(isLarge(79_760)).toBe(false)
    expect(isLarge(79_759)).toBe(true)
    expect(isLarge(997)).toBe(true)
  })

  it('marks every charge as changed for a new currency, and on the first publish', () => {
    expect(listChanges({ currency: 'jpy' })).toHaveLength(3)
    expect(compareCharges(null, published)).toEqual([
      expect.objectContaining({ name: 'introPrice', before: null, after: 99_700, isLarge: false }),
      expect.objectContaining({ name: 'introMonths', before: null, after: 2 }),
      expect.objectContaining({ name: 'regularPrice', before: null, after: 149_700 }),
    ])
  })
})
