import { randomBytes } from 'node:crypto'
import type { Identity } from '../types.ts'

/** The caller that a ticket identifies, and the stream that it opens. `target` is the path with its query string. */
export type Admission = {
  identity: Identity
  target: string
  port: number
  lastEventId?: string
}

/** How long a client may take to follow the redirect. Pages do not retry, and a busy machine may be slow. */
const lifetimeMs = 60_000

/**
 * Tickets that pass a caller's identity from the Sanity port to a stream port, where browsers send neither the
 * Authorization header nor a usable Origin. Each ticket is valid once, for one URL.
 */
export class Tickets {
  private readonly issued = new Map<string, Admission & { expiresAtMs: number }>()

  issue(admission: Admission): string {
    const now = Date.now()
    for (const [ticket, { expiresAtMs }] of this.issued) if (expiresAtMs < now) this.issued.delete(ticket)
    const ticket = randomBytes(32).toString('base64url')
    this.issued.set(ticket, { ...admission, expiresAtMs: now + lifetimeMs })
    return ticket
  }

  /** Returns the admission once; `undefined` for an unknown, used or expired ticket, or one for a different URL. */
  redeem(ticket: string, target: string, port: number): Admission | undefined {
    const found = this.issued.get(ticket)
    if (!found || found.target !== target || found.port !== port) return undefined
    this.issued.delete(ticket)
    return found.expiresAtMs < Date.now() ? undefined : found
  }
}
