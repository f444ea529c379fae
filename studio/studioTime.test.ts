import { describe, expect, it } from 'vitest'
import {
  describeTimeProblem,
  formatStudioTime,
  formatStudioTimeLong,
  formatStudioTimeShort,
  parseStudioTime,
  skippedHourMessage,
} from './studioTime'

const formatIso = (localTime: string) => parseStudioTime(localTime)?.toISOString() ?? null

describe('a time in Los Angeles', () => {
  it('has the offset of winter or summer', () => {
    expect(formatIso('2027-01-15T09:00')).toBe('2027-01-15T17:00:00.000Z')
    expect(formatIso('2027-07-04T00:00')).toBe('2027-07-04T07:00:00.000Z')
  })

  it('is rejected when the clocks skip it', () => {
    expect(formatIso('2027-03-14T01:59')).toBe('2027-03-14T09:59:00.000Z')
    for (const skipped of ['2027-03-14T02:00', '2027-03-14T02:30', '2027-03-14T02:59']) {
      expect(formatIso(skipped)).toBeNull()
    }
    expect(formatIso('2027-03-14T03:00')).toBe('2027-03-14T10:00:00.000Z')
  })

  it('is the first of two when it is ambiguous', () => {
    expect(formatIso('2027-11-07T01:30')).toBe('2027-11-07T08:30:00.000Z')
    expect(formatIso('2027-11-07T02:00')).toBe('2027-11-07T10:00:00.000Z')
  })

  it('is the same after parsing and formatting unless skipped, at every half hour around both clock changes', () => {
    const skipped: string[] = []
    for (const day of [Date.UTC(2027, 2, 13), Date.UTC(2027, 10, 6)]) {
      for (let halfHour = 0; halfHour < 3 * 48; halfHour += 1) {
        const localTime = new Date(day + halfHour * 1_800_000).toISOString().slice(0, 16)
        const time = parseStudioTime(localTime)
        if (time) expect(formatStudioTime(time)).toBe(localTime)
        else skipped.push(localTime)
      }
    }
    expect(skipped).toEqual(['2027-03-14T02:00', '2027-03-14T02:30'])
  })

  it.each(['', '2027-02-30T10:00', '2027-13-01T00:00', 'tomorrow', '2027-03-14'])(
    'cannot be parsed from “%s”',
    (text) => expect(parseStudioTime(text)).toBeNull(),
  )

  it.each([
    ['2027-03-14T02:30', skippedHourMessage],
    ['20277-03-14T09:00', /four digits/],
    ['0027-03-14T09:00', /four digits/],
    ['1026-03-14T09:00', /four digits/],
    ['2027-03-14T09:00', /^$/],
    ['', /^$/],
  ])('has a message only when it is not valid: “%s”', (localTime, message) => {
    expect(describeTimeProblem(localTime) ?? '').toMatch(message)
  })

  it('is formatted with its zone for editors and without it for lists, and as an empty text when invalid', () => {
    expect(formatStudioTimeLong(new Date('2027-11-07T08:30:00Z'))).toMatch(
      /^Sunday, November 7, 2027 at 1:30\sAM PDT$/,
    )
    expect(formatStudioTimeLong(new Date('2027-11-07T09:30:00Z'))).toMatch(/1:30\sAM PST$/)
    expect(formatStudioTimeShort(new Date('2027-11-07T08:30:00Z'))).toMatch(/^Nov 7, 2027, 1:30\sAM$/)
    expect(
      [formatStudioTimeLong, formatStudioTimeShort].map((format) => format(new Date('nonsense'))),
    ).toEqual(['', ''])
    expect(formatStudioTime(new Date('nonsense'))).toBe('')
  })
})
