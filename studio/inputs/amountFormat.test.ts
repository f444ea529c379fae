import { describe, expect, it } from 'vitest'
import { formatAmount, parseAmount } from './amountFormat'

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
  ])('parses %j as cents: %j', (text, cents) => expect(parseAmount(text)).toBe(cents))

  it.each([
    ['1500', 'jpy', 1500],
    ['¥1,500', 'jpy', 1500],
    ['$1,500', 'jpy', null],
    ['15.5', 'jpy', null],
    ['1.234', 'kwd', 1234],
  ])('parses %j in %s into the smallest currency unit: %j', (text, currency, amount) =>
    expect(parseAmount(text, currency)).toBe(amount),
  )

  it('parses the output of formatAmount back into the same amount', () => {
    for (const cents of [0, 5, 50, 1250, 99_700, 104_750, 10_000_000]) {
      expect(parseAmount(formatAmount(cents))).toBe(cents)
    }
  })
})

it('formatAmount returns an empty string for an undefined amount', () => {
  expect(formatAmount(undefined)).toBe('')
})
