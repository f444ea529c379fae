/**
 * Adds months to a Unix time in seconds. Returns the same day of the later month in UTC, or the last day if that month
 * has no such day (https://docs.stripe.com/billing/subscriptions/billing-cycle).
 */
export function addMonths(start: number, months: number): number {
  const date = new Date(start * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}

/**
 * Computes the end of the monthly period that begins at `start`. Counts months from the anchor, so that January 31 and
 * February 28 are followed by March 31, not March 28. All times are Unix times in seconds.
 */
export function computePeriodEnd(anchor: number, start: number): number {
  let months = 1
  while (addMonths(anchor, months) <= start) months += 1
  return addMonths(anchor, months)
}
