import { expect, it } from 'vitest'
import { hasChangeBetween, hasEnded, isShown } from './schedule'

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

it('detects a start or an end since the last check', () => {
  const hasChange = (after: string, now: string) =>
    hasChangeBetween([null, banner], parseTime(after), parseTime(now))
  expect(hasChange('2027-11-26T07:58:00Z', '2027-11-26T07:59:00Z')).toBe(false)
  expect(hasChange('2027-11-26T07:59:30Z', '2027-11-26T08:00:30Z')).toBe(true)
  expect(hasChange('2027-11-26T08:00:30Z', '2027-11-26T08:01:30Z')).toBe(false)
  expect(hasChange('2027-11-30T07:59:00Z', '2027-11-30T08:00:00Z')).toBe(true)
  expect(hasChangeBetween([], 0, parseTime('2030-01-01T00:00:00Z'))).toBe(false)
})
