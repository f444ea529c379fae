import { describe, expect, it } from 'vitest'
import {
  fillTemplate,
  formatDay,
  formatFieldTime,
  formatMoment,
  formatMoney,
  formatMonth,
  toFieldTime,
} from './format'

describe('formatMoney', () => {
  it.each([
    [99700, '$997'],
    [149700, '$1,497'],
    [1250, '$12.50'],
    [0, '$0'],
  ])('formats %i cents as %s', (cents, text) => expect(formatMoney(cents)).toBe(text))

  it.each([
    [1000, 'EUR', '€10'],
    [1000, 'jpy', '¥1,000'],
    [1500, 'KWD', 'KWD\u00a01.500'],
  ])('formats %i minor units of %s as %s', (cents, currency, text) =>
    expect(formatMoney(cents, currency)).toBe(text),
  )
  it('uses US dollars for a malformed currency, and returns an empty string for an invalid amount', () => {
    expect(formatMoney(1000, 'no such currency')).toBe('$10')
    expect(formatMoney(null)).toBe('')
    expect(formatMoney(Number.NaN)).toBe('')
  })
})

describe('formatDay and formatMoment', () => {
  it('format dates in the studio’s time zone', () => {
    expect(formatDay('2026-01-24T05:30:00Z')).toBe('January 23, 2026')
    expect(formatMoment('2026-01-24T05:30:00Z').replace('\u202f', ' ')).toBe('Jan 23, 2026, 9:30 PM PST')
  })
})

describe('toFieldTime and formatFieldTime', () => {
  it('use the studio’s time zone, at any hour', () => {
    expect(toFieldTime(new Date('2026-01-24T05:30:00Z'))).toBe('2026-01-23T21:30')
    expect(toFieldTime(new Date('2026-01-24T08:05:59Z'))).toBe('2026-01-24T00:05')
    expect(formatFieldTime('2026-01-23T21:30').replace('\u202f', ' ')).toBe(
      'Friday, January 23, 2026 at 9:30 PM',
    )
  })
})

describe('formatMonth', () => {
  it('formats the month of a date', () => expect(formatMonth('2025-01-01')).toBe('January 2025'))
  it('returns an empty string for an invalid date', () => expect(formatMonth('soon')).toBe(''))
})

describe('fillTemplate', () => {
  it('fills known placeholders and removes the others', () => {
    expect(fillTemplate('{a} for {b} months{c}', { a: '$997', b: 2 })).toBe('$997 for 2 months')
  })
  it('returns an empty string for a missing template', () => expect(fillTemplate(null, {})).toBe(''))
})
