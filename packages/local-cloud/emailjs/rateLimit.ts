/** https://www.emailjs.com/docs/rest-api/send/: one request per second. */
const intervalMs = 1000

/** Limits each IP to one request a second. Only IPs of loopback call, so there are few. */
export class RateLimit {
  private readonly last = new Map<string, number>()

  /** Whether an IP may send now; if so, this counts as a request. */
  take(ip: string): boolean {
    const now = performance.now()
    const last = this.last.get(ip)
    if (last !== undefined && now - last < intervalMs) return false
    this.last.set(ip, now)
    return true
  }

  clear(): void {
    this.last.clear()
  }
}
