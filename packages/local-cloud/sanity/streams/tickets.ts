import { randomBytes } from 'node:crypto'
import type { Identity } from '../types.ts'

/** What a ticket lets its bearer open, and as whom. */
export type Admission = {
  identity: Identity
  /** Path and query of the stream, without the ticket. */
  target: string
  /** The port it is good for. */
  port: number
  /** Where an interrupted stream wants to go on. */
  lastEventId?: string
}

/**
 * A redirect is followed at once, but on a busy machine a page may take half a minute to do so, and a stream that was refused
 * stays closed. Milliseconds.
 */
const LIFETIME = 60_000

/**
 * Tickets that carry a caller's identity from the main port to a stream port, where browsers send neither the
 * Authorization header nor a usable Origin. Each is good once, for one address.
 */
export class Tickets {
  private readonly issued = new Map<string, { admission: Admission; timer: NodeJS.Timeout }>()
  private readonly onExpired: (port: number) => void

  /** `onExpired` hears of tickets that nobody used, by their port. */
  constructor(onExpired: (port: number) => void = () => {}) {
    this.onExpired = onExpired
  }

  /** A ticket for one stream. */
  issue(admission: Admission): string {
    const ticket = randomBytes(32).toString('base64url')
    const timer = setTimeout(() => {
      this.issued.delete(ticket)
      this.onExpired(admission.port)
    }, LIFETIME)
    timer.unref()
    this.issued.set(ticket, { admission, timer })
    return ticket
  }

  /** What the ticket admits to; `undefined` when it is unknown, used, too old or for another address. */
  redeem(ticket: string, target: string, port: number): Admission | undefined {
    const found = this.issued.get(ticket)
    if (!found || found.admission.target !== target || found.admission.port !== port) return undefined
    clearTimeout(found.timer)
    this.issued.delete(ticket)
    return found.admission
  }

  /** Forgets every ticket. */
  clear(): void {
    for (const { timer } of this.issued.values()) clearTimeout(timer)
    this.issued.clear()
  }
}
