import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import { errorResponse } from './errors.ts'
import type { Fault, Vendor } from './faults.ts'

/**
 * Applies the vendor's active fault to a request: delays it or its response, fails it, or closes the connection.
 * Stores in the context, as `blank`, the field that the route has to set to null.
 *
 * @param respond - creates the vendor's error response; by default, one in Sanity's format
 */
export function injectFaults(
  faults: { take(vendor: Vendor): Omit<Fault, 'vendor'> | undefined },
  vendor: Vendor,
  respond: (status: number, text: string) => Response = errorResponse,
): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take(vendor)
    if (!fault) return next()
    if (fault.delayMs) await delay(c, fault.delayMs)
    if (fault.lose === 'response') await next()
    if (fault.lose) {
      c.env.outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    }
    c.set('blank', fault.blank)
    if (fault.status === undefined) {
      await next()
      if (fault.delayResponseMs) await delay(c, fault.delayResponseMs)
      return
    }
    const response = respond(fault.status, "Fault injected by the local cloud's control API")
    if (fault.status === 429 || fault.status === 503) response.headers.set('retry-after', '1')
    return response
  }
}

/** Waits for the given time, or until the client disconnects. */
function delay(c: Context, milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { signal: c.req.raw.signal }).catch(() => {})
}
