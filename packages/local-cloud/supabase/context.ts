import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { OutgoingMail } from '../inbox/inbox.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from './clock.ts'
import type { AuthConfig } from './config.ts'
import type { PasswordHasher } from './crypto/passwords.ts'
import type { ApiKeys, ApiRole } from './keys/apiKeys.ts'
import type { SigningKeys } from './keys/signingKeys.ts'
import type { RateLimits } from './rateLimits.ts'

/** Sends an email of the service; rejects when the mail server does not take it. */
export type DeliverMail = (mail: OutgoingMail, at: Date) => Promise<void>

/** What the service's parts share. */
export type Auth = {
  config: () => AuthConfig
  clock: Clock
  database: Database
  /** Sends an email, at a time of the service's clock. */
  deliver: DeliverMail
  keys: SigningKeys
  apiKeys: ApiKeys
  passwords: PasswordHasher
  limits: RateLimits
  /** The service as its callers name it, for example `http://localhost:4002/auth/v1`. */
  externalUrl: string
  /** How the next request goes wrong, when the control API says so. */
  takeFault: () => Fault | undefined
  log: (line: string) => void
}

/** A request that fails with a status, comes late (milliseconds), or loses its connection before or after its work. */
export type Fault = { status?: number; delayMs?: number; lose?: 'request' | 'answer' }

/** What the gateway hands to routes: the role of the API key, and the visitor for whom a server calls. */
export type AuthEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: { apiRole: ApiRole | undefined; forwardedIp: string | undefined }
}
export type AuthRequest = Context<AuthEnvironment>

/** The caller's address, which rate limits count by. */
export function callerAddress(c: AuthRequest): string {
  return c.get('forwardedIp') ?? c.env.incoming?.socket.remoteAddress ?? '127.0.0.1'
}
