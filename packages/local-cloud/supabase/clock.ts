/** What time it is; tests bring their own. */
export type Clock = () => Date

/** A moment some seconds later, or earlier when negative. */
export function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}

/** Seconds since 1970, rounded down, as tokens carry times. */
export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
