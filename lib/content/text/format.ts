/** The locale of amounts and dates, for visitors and editors. */
export const locale = 'en-US'

/** The studio's time zone, in which dates are shown and editors set times. */
export const timeZone = 'America/Los_Angeles'

/** Formats a date in the studio's time zone ("January 23, 2026"). */
export function formatDay(date: Date | string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(date))
}

/** Formats a date and time in the studio's time zone, with the zone's abbreviation ("Jan 23, 2026, 1:30 PM PST"). */
export function formatMoment(date: Date | string, { hasSeconds = false } = {}): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' }),
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(date))
}

/** Returns a moment in the studio's time zone, as the value of a `datetime-local` field ("2026-01-23T13:30"). */
export function toFieldTime(date: Date): string {
  // Sweden writes dates as ISO 8601 does.
  return date.toLocaleString('sv', { timeZone }).replace(' ', 'T').slice(0, 16)
}

/** Formats the value of a `datetime-local` field ("Friday, January 23, 2026 at 1:30 PM"). */
export function formatFieldTime(value: string): string {
  const style = { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${value}Z`))
}

/**
 * Formats an amount of money; whole amounts are shown without cents ("$997", "$12.50").
 *
 * @param cents - the amount in the currency's smallest unit
 * @param currency - an ISO 4217 code, in upper or lower case; US dollars when it is missing or malformed
 * @returns the amount, or an empty string when there is none
 */
export function formatMoney(cents: number | null | undefined, currency?: string | null): string {
  if (typeof cents !== 'number' || !Number.isFinite(cents)) return ''
  const style = { style: 'currency', currency: normalizeCurrency(currency) } as const
  const unit = 10 ** getCurrencyDecimals(currency)
  const fractionDigits = cents % unit === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  return new Intl.NumberFormat(locale, { ...style, ...fractionDigits }).format(cents / unit)
}

/** Returns a well-formed currency code unchanged; `usd` for a missing or malformed one. */
export const normalizeCurrency = (code: string | null | undefined) =>
  code && /^[a-z]{3}$/i.test(code) ? code : 'usd'

/** Returns a currency's number of decimals (ISO 4217): two for dollars, none for yen, three for Kuwaiti dinars. */
export function getCurrencyDecimals(currency?: string | null): number {
  const style = { style: 'currency', currency: normalizeCurrency(currency) } as const
  return new Intl.NumberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * Formats the month of a date ("January 2025").
 *
 * @param date - a calendar date as `YYYY-MM-DD`
 * @returns the month, or an empty string when the date is not valid
 */
export function formatMonth(date: string): string {
  const parsed = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime())) return ''
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(parsed)
}

/**
 * Trims an editor's text, and fills in its placeholders, such as {date} in "Last updated: {date}".
 *
 * @param text - the text; missing text yields an empty string
 * @param values - the value of each placeholder; a placeholder without a value is removed
 */
export function fillTemplate(
  text: string | null | undefined,
  values: Record<string, string | number | null | undefined>,
): string {
  return (text ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')).trim()
}
