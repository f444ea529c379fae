import { expect, it } from 'vitest'
import { cleanEmail, isEmail, isSameEmail, maxEmailLength } from './email'

const domain = '@example.com'

it.each([
  ['ada@example.com', true],
  ["o'brien+news@mail.example.co.uk", true],
  ['jörg@bücher.example', true],
  ['用户@例え.jp', true],
  ['a'.repeat(maxEmailLength - domain.length) + domain, true],
  [`${'a'.repeat(maxEmailLength - domain.length)}a${domain}`, false],
  ['', false],
  ['ada', false],
  ['ada@example', false],
  ['ada@.com', false],
  ['ada@example.', false],
  ['a b@example.com', false],
  ['a@b@c.example', false],
  ['Ada <ada@example.com>', false],
  ['ada@example.com, eve@example.com', false],
  ['ada@example.com\n', false],
  ['a\u0000da@example.com', false],
  ['ada@exam\u007fple.com', false],
  ['a\u200bda@example.com', false],
  ['ada@exam\u00adple.com', false],
  ['ada@example.com\ufeff', false],
])('for “%s”, isEmail returns %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

it('compares emails case-insensitively, and returns false for a missing one', () => {
  expect(isSameEmail('Ada@Example.com', 'ada@example.com')).toBe(true)
  expect(isSameEmail('eve@example.com', 'ada@example.com')).toBe(false)
  expect(isSameEmail(null, 'ada@example.com')).toBe(false)
})

it.each(['\ufeffada@example.com', ' a\u200bda@exam\u00adple.com\n', '\u202aada@example.com\u202c'])(
  'removes invisible characters and surrounding spaces from %j',
  (text) => expect(cleanEmail(text)).toBe('ada@example.com'),
)
