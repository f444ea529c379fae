import { expect, it } from 'vitest'
import { hasChangeBetween, hasEnded, isShown } from './schedule'

const banner = { start: '2027-11-26T08:00:00Z', end: '2027-11-30T08:00:00Z' }
const at = (iso: string) => Date.parse(iso)

it('is shown from its start on, and not at its end', () => {
  expect(isShown(banner, at('2027-11-26T07:59:59Z'))).toBe(false)
  expect(isShown(banner, at('2027-11-26T08:00:00Z'))).toBe(true)
  expect(isShown(banner, at('2027-11-30T07:59:59Z'))).toBe(true)
  expect(isShown(banner, at('2027-11-30T08:00:00Z'))).toBe(false)
  expect(hasEnded(banner, at('2027-11-30T07:59:59Z'))).toBe(false)
  expect(hasEnded(banner, at('2027-11-30T08:00:00Z'))).toBe(true)
})

it('is never shown without a start, and never hidden without an end, which the Studio refuses', () => {
  expect(isShown({ ...banner, start: null }, at('2027-11-27T08:00:00Z'))).toBe(false)
  expect(isShown({ ...banner, start: 'soon' }, at('2027-11-27T08:00:00Z'))).toBe(false)
})

it('changes pages once when it has started or ended since the last check', () => {
  const changes = (after: string, now: string) => hasChangeBetween([null, banner], at(after), at(now))
  expect(changes('2027-11-26T07:58:00Z', '2027-11-26T07:59:00Z')).toBe(false)
  expect(changes('2027-11-26T07:59:30Z', '2027-11-26T08:00:30Z')).toBe(true)
  expect(changes('2027-11-26T08:00:30Z', '2027-11-26T08:01:30Z')).toBe(false)
  expect(changes('2027-11-30T07:59:00Z', '2027-11-30T08:00:00Z')).toBe(true)
  expect(hasChangeBetween([], 0, at('2030-01-01T00:00:00Z'))).toBe(false)
})
