/**
 * The time in milliseconds since 1970 by the clock of Next's tag expiries. It starts with the machine's clock at the
 * start of the process and runs monotonically, unaffected by changes of the machine's clock or its sleep.
 */
export const getProcessTimeMs = (): number => performance.timeOrigin + performance.now()
