import { tzOffset } from '@date-fns/tz'
import { timeZone } from '@/lib/content/text/format'

/** The error for a time that the clocks skip. */
export const skippedHourMessage = 'This hour doesn’t exist: daylight saving time begins. Choose another.'

/** Hours behind UTC in summer and in winter. Summer is first, so an hour that occurs twice means its first occurrence. */
const hoursBehindUtc = [7, 8]

const hourMs = 3_600_000

/** The start of a local time whose year is from 1900 to 9999. */
const plausibleYear = /^(?:19|[2-9]\d)\d\d-/

/**
 * Parses a local time in Los Angeles.
 *
 * @param localTime - `2027-03-14T02:30`, as an input of type `datetime-local` has it
 * @returns null for invalid text, a year outside 1900 to 9999, or a time that the clocks skip when daylight saving time begins
 */
export function parseStudioTime(localTime: string): Date | null {
  if (!plausibleYear.test(localTime)) return null
  const asUtc = Date.parse(`${localTime}Z`)
  const times = hoursBehindUtc.map((hours) => new Date(asUtc + hours * hourMs))
  return times.find((time) => formatStudioTime(time) === localTime) ?? null
}

/**
 * Validates a local time in Los Angeles.
 *
 * @param localTime - as an input of type `datetime-local` has it, whose year may have up to six digits
 * @returns the error message; null for a valid time or an empty text
 */
export function describeTimeProblem(localTime: string): string | null {
  if (!localTime || parseStudioTime(localTime)) return null
  return plausibleYear.test(localTime)
    ? skippedHourMessage
    : 'Please write the year with its four digits, for example 2027.'
}

/**
 * Formats a time as clocks in Los Angeles show it.
 *
 * @returns `2027-03-14T03:30`, or an empty text for an invalid time
 */
export function formatStudioTime(time: Date): string {
  if (Number.isNaN(time.getTime())) return ''
  // Computed in UTC, so that the browser's own time zone has no effect.
  return new Date(time.getTime() + tzOffset(timeZone, time) * 60_000).toISOString().slice(0, 16)
}

/** Formats a time for editors: "Sunday, November 7, 2027 at 1:30 AM PDT". Empty for an invalid time. */
export function formatStudioTimeLong(time: Date): string {
  return Number.isNaN(time.getTime()) ? '' : `${dayFormat.format(time)} at ${hourFormat.format(time)}`
}

/** Formats a time for lists: "Nov 7, 2027, 1:30 AM". Empty for an invalid time. */
export function formatStudioTimeShort(time: Date): string {
  return Number.isNaN(time.getTime()) ? '' : shortFormat.format(time)
}

const shortFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone })
const hourFormat = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
  timeZone,
})
