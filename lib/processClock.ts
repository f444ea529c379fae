/**
 * The time in milliseconds since 1970 by the clock that Next compares with when its entries were made and expired. It is
 * that of the machine when the process started, and goes on evenly: it is not moved when somebody sets the machine's
 * clock, or wakes the machine.
 */
export const processNow = (): number => performance.timeOrigin + performance.now()
