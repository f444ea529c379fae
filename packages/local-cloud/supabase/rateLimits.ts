import type { Clock } from './clock.ts'
import type { AuthConfig } from './config.ts'
import { AuthError } from './errors.ts'

/** A token bucket that starts full and refills evenly. */
type Bucket = { tokens: number; updatedAtSeconds: number }
type Rate = { capacity: number; refillPerSecond: number }
type LimitName = 'otp' | 'token' | 'verify' | 'mfa'

const requestCapacity = 30
/** A hosted project's refill rates: 30, 150 and 30 requests per five minutes, and 15 per minute. */
const refillPerSecond: Record<LimitName, number> = { otp: 0.1, token: 0.5, verify: 0.1, mfa: 0.25 }

/**
 * Limits requests per client IP, and all emails together, as described in
 * https://supabase.com/docs/guides/auth/rate-limits. Stores the counts in memory.
 */
export class RateLimits {
  private readonly config: () => AuthConfig
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  constructor(config: () => AuthConfig, clock: Clock) {
    this.config = config
    this.clock = clock
  }

  /** Counts a request if the setting `rateLimits` is on. Throws a 429 AuthError beyond the limit. */
  countRequest(name: LimitName, ip: string): void {
    if (!this.config().rateLimits) return
    const rate = { capacity: requestCapacity, refillPerSecond: refillPerSecond[name] }
    if (this.takeToken(`${name} ${ip}`, rate)) return
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }

  /** Counts an email. Throws a 429 AuthError beyond the hourly limit. */
  countEmail(): void {
    const { rateEmail } = this.config()
    const rate = { capacity: rateEmail, refillPerSecond: rateEmail / 3600 }
    if (rateEmail > 0 && this.takeToken('email', rate)) return
    throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
  }

  private takeToken(key: string, rate: Rate): boolean {
    const nowSeconds = this.clock().getTime() / 1000
    const bucket = this.buckets.get(key) ?? { tokens: rate.capacity, updatedAtSeconds: nowSeconds }
    const elapsedSeconds = Math.max(0, nowSeconds - bucket.updatedAtSeconds)
    const tokens = Math.min(rate.capacity, bucket.tokens + elapsedSeconds * rate.refillPerSecond)
    const isAllowed = tokens >= 1
    this.buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, updatedAtSeconds: nowSeconds })
    return isAllowed
  }
}
