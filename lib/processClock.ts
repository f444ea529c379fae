/**
 * The time in milliseconds since 1970, on the clock that Next uses for tag expiry. It starts at the machine's time when
 * the process starts, and then runs monotonically, unaffected by clock changes or sleep.
 */
export const getProcessTimeMs = (): number => performance.timeOrigin + performance.now()
