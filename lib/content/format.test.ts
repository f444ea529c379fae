import { describe, expect, it } from 'vitest'
import { amountText, fillTemplate, formatMoney, formatMonth, parseAmount } from './format'

describe('formatMoney', () => {
  it.each([
    [99700, '$997'],
    [149700, '$1,497'],
    [1250, '$12.50'],
    [0, '$0'],
  ])('%i cents are %s', (cents, text) => expect(formatMoney(cents)).toBe(text))

  it.each([
    [1000, 'EUR', '€10'],
    [1000, 'jpy', '¥1,000'],
    [1500, 'KWD', 'KWD\u00a01.500'],
  ])('%i of %s is %s', (cents, currency, text) => expect(formatMoney(cents, currency)).toBe(text))
  it('takes what editors broke', () => {
    expect(formatMoney(1000, 'no such currency')).toBe('$10')
    expect(formatMoney(null)).toBe('')
    expect(formatMoney(Number.NaN)).toBe('')
  })
})

describe('parseAmount', () => {
  it.each([
    ['1047', 104_700],
    ['$1,047', 104_700],
    [' 997.5 ', 99_750],
    ['12.50', 1250],
    ['0.05', 5],
    ['1,000,000', 100_000_000],
    ['-5', -500],
    ['1,04', null],
    ['12.505', null],
    ['12,50', null],
    ['a thousand', null],
    ['', null],
    ['1e3', null],
    ['€1,047', null],
    ['£ 12', null],
    ['99999999999999999', null],
  ])('%j is %j cents', (text, cents) => expect(parseAmount(text)).toBe(cents))

  it.each([
    ['1500', 'jpy', 1500],
    ['¥1,500', 'jpy', 1500],
    ['$1,500', 'jpy', null],
    ['15.5', 'jpy', null],
    ['1.234', 'kwd', 1234],
  ])('%j of %s is %j of its smallest unit', (text, currency, amount) =>
    expect(parseAmount(text, currency)).toBe(amount),
  )

  it('reads back what amountText writes', () => {
    for (const cents of [0, 5, 50, 1250, 99_700, 104_750, 10_000_000]) {
      expect(parseAmount(amountText(cents))).toBe(cents)
    }
    expect(amountText(undefined)).toBe('')
  })
})

describe('formatMonth', () => {
  it('does not slip into another month by time zone', () =>
    expect(formatMonth('2025-01-01')).toBe('January 2025'))
  it('gives nothing for what is not a date', () => expect(formatMonth('soon')).toBe(''))
})

describe('fillTemplate', () => {
  it('fills what it knows and leaves nothing else behind', () => {
    expect(fillTemplate('{a} for {b} months{c}', { a: '$997', b: 2 })).toBe('$997 for 2 months')
  })
  it('takes missing text', () => expect(fillTemplate(null, {})).toBe(''))
})
