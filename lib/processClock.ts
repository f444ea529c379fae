/**
 * Returns the Unix time in milliseconds, by the clock that Next uses for tag expiry. This clock is set to the
 * machine's time when the process starts, and then runs monotonically, unaffected by later changes to that time.
 */
export const getProcessTimeMs = (): number => performance.timeOrigin + performance.now()
