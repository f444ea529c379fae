/** https://www.emailjs.com/docs/rest-api/send/: one request per second. Milliseconds. */
const INTERVAL = 1000
const REMEMBERED = 1000

/** Lets each address send once a second. */
export class RateLimit {
  private readonly last = new Map<string, number>()
  private readonly now: () => number

  /** `now` is a clock that never goes back, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Whether an address may send now; when it may, this counts as sending. */
  take(address: string): boolean {
    const now = this.now()
    const last = this.last.get(address)
    if (last !== undefined && now - last < INTERVAL) return false
    this.last.delete(address)
    this.last.set(address, now)
    const [oldest] = this.last.keys()
    if (this.last.size > REMEMBERED && oldest !== undefined) this.last.delete(oldest)
    return true
  }

  /** Forgets who has sent. */
  clear(): void {
    this.last.clear()
  }
}
