import { expect, test } from 'vitest'
import { addMonths, computePeriodEnd } from './calendar.ts'

const parseUtc = (text: string) => Date.parse(`${text}Z`) / 1000
const formatUtc = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)

test.each([
  ['2027-01-31T10:00:00', 1, '2027-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-12-31T23:59:59', 2, '2027-02-28T23:59:59'],
  ['2027-03-15T00:00:00', 12, '2028-03-15T00:00:00'],
])('adds $1 month(s) to $0 and returns $2', (start, months, end) => {
  expect(formatUtc(addMonths(parseUtc(start), months))).toBe(end)
})

test('periods anchored on the 31st end on the 31st again after a shorter month', () => {
  const anchor = parseUtc('2027-01-31T10:00:00')
  const ends: string[] = []
  for (let start = anchor; ends.length < 5; ) {
    start = computePeriodEnd(anchor, start)
    ends.push(formatUtc(start).slice(5, 10))
  }
  expect(ends).toEqual(['02-28', '03-31', '04-30', '05-31', '06-30'])
})
