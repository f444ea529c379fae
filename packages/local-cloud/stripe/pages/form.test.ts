import { expect, it } from 'vitest'
import { expiryOf } from './form.ts'

it.each(['12 / 59', '12/59', '1259', ' 12 59 ', '12/2059', '122059'])('parses the expiration %j', (text) => {
  expect(expiryOf(text)).toEqual({ exp_month: 12, exp_year: 2059 })
})

it('parses a month of one digit', () => {
  for (const text of ['3 / 59', '359', '0359'])
    expect(expiryOf(text)).toEqual({ exp_month: 3, exp_year: 2059 })
})

it.each(['', '12', '1359', '0059', '12 / 5', '12 / 595', '12-59'])('rejects the expiration %j', (text) => {
  expect(expiryOf(text)).toBeUndefined()
})
