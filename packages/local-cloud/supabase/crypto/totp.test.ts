import { expect, test } from 'vitest'
import { computeTotpCode, isValidTotpCode, toBase32 } from './totp.ts'

/** The secret and times are from RFC 6238, appendix B (SHA-1). The codes are the last six digits of the codes there. */
const SECRET = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('computeTotpCode at %i seconds returns %s', (seconds, code) => {
  expect(computeTotpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
})

test('isValidTotpCode accepts a code only in its own and the adjacent 30-second steps', () => {
  const toDate = (seconds: number) => new Date(seconds * 1000)
  expect(isValidTotpCode(SECRET, '081804', toDate(1_111_111_109))).toBe(true)
  expect(isValidTotpCode(SECRET, '081804', toDate(1_111_111_139))).toBe(true)
  expect(isValidTotpCode(SECRET, '081804', toDate(1_111_111_140))).toBe(false)
  expect(isValidTotpCode(SECRET, '081804', toDate(1_111_111_050))).toBe(true)
  expect(isValidTotpCode(SECRET, '081804', toDate(1_111_111_049))).toBe(false)
  expect(isValidTotpCode(SECRET, '81804', toDate(1_111_111_109))).toBe(false)
})
