import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { CloudEnvironment } from './context.ts'
import { errorResponse } from './errors.ts'
import type { Faults, Vendor } from './faults.ts'

/**
 * Delays, fails or cuts off the vendor's requests while a fault is in force. A field to leave out is noted in the
 * context.
 *
 * @param answer - makes the vendor's kind of error answer; by default the content lake's
 */
export function injectFaults(
  faults: Faults,
  vendor: Vendor,
  answer: (status: number, text: string) => Response = errorResponse,
): MiddlewareHandler<CloudEnvironment> {
  return async (c, next) => {
    const fault = faults.take(vendor)
    if (!fault) return next()
    if (fault.delayMs) await waitFor(c, fault.delayMs)
    if (fault.lose === 'answer') await next()
    if (fault.lose) {
      c.env.outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    }
    c.set('blank', fault.blank)
    if (fault.status === undefined) {
      await next()
      if (fault.delayAnswerMs) await waitFor(c, fault.delayAnswerMs)
      return
    }
    const response = answer(fault.status, `Fault injected by the local cloud's control API`)
    if (fault.status === 429 || fault.status === 503) response.headers.set('retry-after', '1')
    return response
  }
}

/** Waits, and no longer than the caller does. */
function waitFor(c: Context<CloudEnvironment>, milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { signal: c.req.raw.signal }).catch(() => {})
}
