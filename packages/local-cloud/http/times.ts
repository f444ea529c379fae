import { escapeHtml } from './html.ts'

/**
 * HTML of a time in UTC, to the second; a number is in milliseconds. An empty string without a time, escaped text for
 * an invalid time.
 */
export function timeHtml(time: Date | string | number | null | undefined): string {
  if (time === null || time === undefined) return ''
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return escapeHtml(String(time))
  const iso = date.toISOString()
  return `<time datetime="${iso}"><span>${iso.slice(0, 10)}</span> <span>${iso.slice(11, 19)}</span></time>`
}
