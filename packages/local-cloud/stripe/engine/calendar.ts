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

/** The end of the month that begins at `start`, counted from the anchor: 31 January, 28 February, 31 March. Seconds since 1970. */
export function computePeriodEnd(anchor: number, start: number): number {
  let months = 1
  while (addMonths(anchor, months) <= start) months += 1
  return addMonths(anchor, months)
}
