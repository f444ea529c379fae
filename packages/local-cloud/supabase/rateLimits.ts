import type { Clock } from './clock.ts'
import type { AuthConfig } from './config.ts'
import { AuthError } from './errors.ts'

/** A bucket that starts full and refills evenly. */
type Bucket = { tokens: number; at: number }
type Rate = { burst: number; perSecond: number }
export type LimitName = 'otp' | 'token' | 'verify' | 'mfa'

/** Callers remembered at most; the longest silent are forgotten first. */
const MOST_CALLERS = 10_000
const BURST = 30
/** Refill of each limit, as in a hosted project: 30, 150 and 30 in five minutes, 15 in one. */
const PER_SECOND: Record<LimitName, number> = { otp: 0.1, token: 0.5, verify: 0.1, mfa: 0.25 }

/**
 * The limits of https://supabase.com/docs/guides/auth/rate-limits: some for each caller's address, one for all
 * e-mails together. Kept in memory, following the configuration as it changes.
 */
export class RateLimits {
  private readonly config: () => AuthConfig
  private readonly clock: Clock
  private readonly buckets = new Map<string, Bucket>()

  /** `config` and `clock` are asked at every request. */
  constructor(config: () => AuthConfig, clock: Clock) {
    this.config = config
    this.clock = clock
  }

  /** Counts one request of a caller's. Throws a 429 AuthError when it is one too many. */
  take(name: LimitName, caller: string): void {
    if (!this.config().rateLimits) return
    if (this.spend(`${name} ${caller}`, { burst: BURST, perSecond: PER_SECOND[name] })) return
    throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  }

  /** Counts one e-mail. Throws a 429 AuthError when the hour's are used up. */
  takeEmail(): void {
    const { rateEmail } = this.config()
    if (rateEmail > 0 && this.spend('email', { burst: rateEmail, perSecond: rateEmail / 3600 })) return
    throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
  }

  /** Forgets what was counted. */
  clear(): void {
    this.buckets.clear()
  }

  private spend(key: string, rate: Rate): boolean {
    const now = this.clock().getTime() / 1000
    const known = this.buckets.get(key) ?? { tokens: rate.burst, at: now }
    const refilled = known.tokens + Math.max(0, now - known.at) * rate.perSecond
    const tokens = Math.min(rate.burst, refilled)
    this.buckets.delete(key)
    const allowed = tokens >= 1
    this.buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
    const oldest = this.buckets.size > MOST_CALLERS ? this.buckets.keys().next().value : undefined
    if (oldest !== undefined) this.buckets.delete(oldest)
    return allowed
  }
}
