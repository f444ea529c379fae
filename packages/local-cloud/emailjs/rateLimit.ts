/** The minimum time between two requests (https://www.emailjs.com/docs/rest-api/send/). */
const intervalMs = 1000

/** Limits each IP to one request a second. Entries do not expire, because only loopback IPs send requests. */
export class RateLimit {
  private readonly lastRequestMs = new Map<string, number>()

  /** Records a request from an IP. Returns false, and records nothing, when the IP exceeds the limit. */
  tryRequest(ip: string): boolean {
    const nowMs = performance.now()
    const lastMs = this.lastRequestMs.get(ip)
    if (lastMs !== undefined && nowMs - lastMs < intervalMs) return false
    this.lastRequestMs.set(ip, nowMs)
    return true
  }

  clear(): void {
    this.lastRequestMs.clear()
  }
}
