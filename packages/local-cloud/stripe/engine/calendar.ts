/** How often something repeats. */
export type Interval = { interval: string; interval_count: number }

const DAY = 24 * 3600
const LONGEST: Record<string, number> = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY }
const FIXED: Record<string, number> = { day: DAY, week: 7 * DAY }

/**
 * A time some months later, on the same day of the month, or on its last day when it is too short
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle). Seconds since 1970, by UTC.
 */
export function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return Math.floor(date.getTime() / 1000)
}

/** The end of the n-th period that counts from an anchor. Seconds since 1970. */
function nth(anchor: number, { interval, interval_count }: Interval, n: number): number {
  const fixed = FIXED[interval]
  if (fixed !== undefined) return anchor + n * interval_count * fixed
  return addMonths(anchor, n * interval_count * (interval === 'year' ? 12 : 1))
}

/**
 * When the period that begins at `start` ends: the first turn of the billing cycle after it. Counted from the anchor,
 * so that 31 January is followed by 28 February and that by 31 March. Seconds since 1970.
 */
export function periodEnd(anchor: number, start: number, every: Interval): number {
  // By the longest possible periods, so that the search never begins too late.
  const longest = every.interval_count * (LONGEST[every.interval] ?? DAY)
  let n = Math.max(1, Math.floor((start - anchor) / longest))
  while (nth(anchor, every, n) <= start) n += 1
  return nth(anchor, every, n)
}
