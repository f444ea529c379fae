// Preload this module to offset a process's clock by the milliseconds in the file that CLOCK_FILE names. Like a change
// of a machine's clock, the offset does not affect timers and the monotonic clock.
import { readFileSync } from 'node:fs'

const offsetFile = process.env.CLOCK_FILE
const readMachineTimeMs = Date.now
const offsetReadIntervalMs = 20
let offsetMs = 0
let lastReadMs = Number.NEGATIVE_INFINITY

function readOffsetTimeMs() {
  const monotonicMs = performance.now()
  if (offsetFile && monotonicMs - lastReadMs > offsetReadIntervalMs) {
    lastReadMs = monotonicMs
    offsetMs = Number(readFileSync(offsetFile, 'utf8'))
  }
  return readMachineTimeMs() + offsetMs
}

globalThis.Date = new Proxy(Date, {
  construct: (date, args, newTarget) =>
    Reflect.construct(date, args.length > 0 ? args : [readOffsetTimeMs()], newTarget),
})
Date.now = readOffsetTimeMs
