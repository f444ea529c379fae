/** The times of an announcement in the Content Lake: ISO 8601, UTC. */
type Times = { start: string | null; end: string | null }

/** Whether an announcement is shown at `now`, a Unix time in milliseconds. */
export function isShown({ start, end }: Times, now: number): boolean {
  const [from, until] = parsePeriod({ start, end })
  return from <= now && now < until
}

/** Whether an announcement has ended by `now`, a Unix time in milliseconds. */
export function hasEnded({ end }: Pick<Times, 'end'>, now: number): boolean {
  return parsePeriod({ start: null, end })[1] <= now
}

/** Parses start and end into Unix times in milliseconds. A missing or invalid time becomes `Infinity`. */
function parsePeriod({ start, end }: Times): [number, number] {
  const parseTime = (text: string | null) => {
    const parsed = Date.parse(String(text))
    return Number.isNaN(parsed) ? Number.POSITIVE_INFINITY : parsed
  }
  return [parseTime(start), parseTime(end)]
}
