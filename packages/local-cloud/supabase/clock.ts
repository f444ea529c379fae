export type Clock = () => Date

/** Adds seconds to a time. Negative seconds give an earlier time. */
export function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

/** The Unix time in seconds, rounded down. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
