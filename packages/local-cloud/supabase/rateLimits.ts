import type { Clock } from './clock.ts'
import type { AuthConfig } from './config.ts'
import { AuthError } from './errors.ts'

/** A bucket that starts full and refills evenly. */
type Bucket = { tokens: number; at: number }
type Rate = { burst: number; perSecond: number }
export type LimitName = 'otp' | 'token' | 'verify' | 'mfa'

const burst = 30
/** The refill of each limit, as in a hosted project: 30, 150 and 30 in five minutes, 15 in one. */
const perSecond: Record<LimitName, number> = { otp: 0.1, token: 0.5, verify: 0.1, mfa: 0.25 }

/**
 * The limits of https://supabase.com/docs/guides/auth/rate-limits, in memory: some for each client IP, one for all
 * emails together.
 */
export class RateLimits {
  private readonly config: () => AuthConfig
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  constructor(config: () => AuthConfig, clock: Clock) {
    this.config = config
    this.clock = clock
  }

  /** Counts a request. Throws a 429 AuthError beyond the limit. */
  take(name: LimitName, ip: string): void {
    if (!this.config().rateLimits) return
    if (this.spend(`${name} ${ip}`, { burst, perSecond: perSecond[name] })) return
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }

  /** Counts an email. Throws a 429 AuthError beyond the limit of an hour. */
  takeEmail(): void {
    const { rateEmail } = this.config()
    if (rateEmail > 0 && this.spend('email', { burst: rateEmail, perSecond: rateEmail / 3600 })) return
    throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
  }

  private spend(key: string, rate: Rate): boolean {
    const now = this.clock().getTime() / 1000
    const bucket = this.buckets.get(key) ?? { tokens: rate.burst, at: now }
    const refilled = bucket.tokens + Math.max(0, now - bucket.at) * rate.perSecond
    const tokens = Math.min(rate.burst, refilled)
    const allowed = tokens >= 1
    this.buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
    return allowed
  }
}
