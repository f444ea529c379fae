import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Fault } from '../http/faults.ts'
import type { OutgoingMail } from '../inbox/inbox.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from './clock.ts'
import type { AuthConfig } from './config.ts'
import type { PasswordHasher } from './crypto/passwords.ts'
import type { ApiKeys, ApiRole } from './keys/apiKeys.ts'
import type { SigningKeys } from './keys/signingKeys.ts'
import type { RateLimits } from './rateLimits.ts'

/** Delivers an Auth email. `sentAt` is its date, from Auth's clock. Rejects when the email cannot be delivered. */
export type DeliverMail = (mail: OutgoingMail, sentAt: Date) => Promise<void>

export type Auth = {
  config: () => AuthConfig
  clock: Clock
  database: Database
  deliver: DeliverMail
  keys: SigningKeys
  apiKeys: ApiKeys
  passwords: PasswordHasher
  rateLimits: RateLimits
  /** Auth's URL, for example `http://localhost:4002/auth/v1`. */
  externalUrl: string
  /** Returns the active fault for a request, and counts the request. */
  takeFault: () => AuthFault | undefined
  log: (line: string) => void
}

/** The fault effects that Auth supports. */
export type AuthFault = Pick<Fault, 'status' | 'delayMs' | 'delayResponseMs' | 'lose'>

/** Hono's environment type: the role of the API key, and the client IP that a server forwards. */
export type AuthEnvironment = {
  Bindings: HttpBindings
  Variables: { apiRole: ApiRole | undefined; forwardedIp: string | undefined }
}
export type AuthRequest = Context<AuthEnvironment>

/** Returns the client's IP, which is the rate-limit key. */
export function clientIp(c: AuthRequest): string {
  return c.get('forwardedIp') ?? getConnInfo(c).remote.address ?? '127.0.0.1'
}
