import { expect, it } from 'vitest'
import { parseExpiry } from './form.ts'

it.each(['3 / 59', '359', '0359', ' 03 59 ', '03/2059'])('parses the expiration date %j', (text) => {
  expect(parseExpiry(text)).toEqual({ exp_month: 3, exp_year: 2059 })
})

it.each(['', '12', '1359', '0059', '12 / 595', '12-59'])('rejects the expiration date %j', (text) => {
  expect(parseExpiry(text)).toBeUndefined()
})
