import { describe, expect, it } from 'vitest'
import { isOpenAt, parseHours } from './openingHours'

describe('parseHours', () => {
  const weekend = ['Saturday', 'Sunday']

  it('parses the days and times of each line that states them', () => {
    const lines = [
      'Sessions and tours: Monday to Wednesday, 9 am to 8:30 pm; Thursday, 7 am to 12 pm',
      'Email: answered within one business day',
      'Saturday to Sunday, 12 pm–18:00',
    ]
    expect(parseHours(lines)).toEqual({
      lines: [lines[0], lines[2]],
      periods: [
        {
          text: 'Monday to Wednesday, 9 am to 8:30 pm',
          days: ['Monday', 'Tuesday', 'Wednesday'],
          opens: '09:00',
          closes: '20:30',
        },
        { text: 'Thursday, 7 am to 12 pm', days: ['Thursday'], opens: '07:00', closes: '12:00' },
        { text: 'Saturday to Sunday, 12 pm–18:00', days: weekend, opens: '12:00', closes: '18:00' },
      ],
      isComplete: true,
    })
  })

  it('parses days across the end of a week', () => {
    const { periods } = parseHours(['saturday through tuesday 9 am to 5 pm'])
    expect(periods[0]?.days).toEqual([...weekend, 'Monday', 'Tuesday'])
  })

  it.each([
    ['Members, by phone: around the clock', true],
    ['Sunday: closed', true],
    ['Closed on holidays', true],
    ['Sunday by appointment', false],
    ['Weekends by appointment', false],
    ['Every day, 9 am to 8 pm', false],
    ['Monday and Tuesday, 9 am to 8 pm', false],
    ['Tuesday, 9 am to 12 pm and 2 pm to 6 pm', false],
    ['Tuesday, 9 to 11 p.m.', false],
    ['Tuesday, 9 to 8', false],
    ['Tuesday, 6 pm to 2 am', false],
  ])('with the line “%s” beside others, is complete: %s', (line, isComplete) => {
    expect(parseHours(['Friday, 9 am to 5 pm', line]).isComplete).toBe(isComplete)
  })

  it('returns nothing without such a line', () => {
    expect(parseHours(['By appointment'])).toEqual({ lines: [], periods: [], isComplete: false })
    expect(parseHours(null).isComplete).toBe(false)
  })
})

// December 1, 2099 is a Tuesday.
it.each([
  ['2099-12-01T09:00', true],
  ['2099-12-01T08:45', false],
  ['2099-12-01T19:45', true],
  ['2099-12-01T20:00', false],
  ['2099-12-05T10:00', true],
  ['2099-12-05T16:00', false],
  ['2099-12-06T10:00', false],
  ['2099-12-06T23:30', false],
  ['2099-12-06T03:00', false],
])('the studio is open at %s: %s', (time, isOpen) => {
  const hours = ['Sessions: Monday to Friday, 9 am to 8 pm', 'Saturday, 10 am to 4 pm']
  expect(isOpenAt(time, parseHours(hours))).toBe(isOpen)
  expect(isOpenAt(time, parseHours([...hours, 'Sunday by appointment']))).toBe(true)
  expect(isOpenAt(time, parseHours(['By appointment']))).toBe(true)
})
