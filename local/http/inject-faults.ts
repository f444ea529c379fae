import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { Faults, Vendor } from '../control/faults.ts'
import type { CloudEnvironment } from './context.ts'
import { errorResponse } from './errors.ts'

/** Delays or fails the vendor's requests while a fault is in force. */
export function injectFaults(faults: Faults, vendor: Vendor): MiddlewareHandler<CloudEnvironment> {
  return async (c, next) => {
    const fault = faults.take(vendor)
    if (!fault) return next()
    if (fault.delayMs) await wait(fault.delayMs, undefined, { signal: c.req.raw.signal }).catch(() => {})
    if (fault.status === undefined) return next()
    const response = errorResponse(fault.status, `Fault injected by the local cloud's control API`)
    if (fault.status === 429 || fault.status === 503) response.headers.set('retry-after', '1')
    return response
  }
}
