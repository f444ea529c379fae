import { expect, test } from 'vitest'
import { isTotpCode, toBase32, totpCode } from './totp.ts'

/** RFC 6238, appendix B: the secret of the SHA-1 rows, their times and the last six of their eight digits. */
const SECRET = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s', (seconds, code) => {
  expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
})

test('half a minute early or late is fine, a minute is not', () => {
  const at = (seconds: number) => new Date(seconds * 1000)
  expect(isTotpCode(SECRET, '081804', at(1_111_111_109))).toBe(true)
  expect(isTotpCode(SECRET, '081804', at(1_111_111_139))).toBe(true)
  expect(isTotpCode(SECRET, '081804', at(1_111_111_140))).toBe(false)
  expect(isTotpCode(SECRET, '081804', at(1_111_111_050))).toBe(true)
  expect(isTotpCode(SECRET, '081804', at(1_111_111_049))).toBe(false)
  expect(isTotpCode(SECRET, '81804', at(1_111_111_109))).toBe(false)
})
