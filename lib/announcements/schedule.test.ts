import { expect, it } from 'vitest'
import { hasEnded, isShown } from './schedule'

const banner = { start: '2027-11-26T08:00:00Z', end: '2027-11-30T08:00:00Z' }
const parseTime = (iso: string) => Date.parse(iso)

it('shows an announcement from its start until just before its end', () => {
  expect(isShown(banner, parseTime('2027-11-26T07:59:59Z'))).toBe(false)
  expect(isShown(banner, parseTime('2027-11-26T08:00:00Z'))).toBe(true)
  expect(isShown(banner, parseTime('2027-11-30T07:59:59Z'))).toBe(true)
  expect(isShown(banner, parseTime('2027-11-30T08:00:00Z'))).toBe(false)
  expect(hasEnded(banner, parseTime('2027-11-30T07:59:59Z'))).toBe(false)
  expect(hasEnded(banner, parseTime('2027-11-30T08:00:00Z'))).toBe(true)
})

it('does not show an announcement without a valid start', () => {
  expect(isShown({ ...banner, start: null }, parseTime('2027-11-27T08:00:00Z'))).toBe(false)
  expect(isShown({ ...banner, start: 'soon' }, parseTime('2027-11-27T08:00:00Z'))).toBe(false)
})
