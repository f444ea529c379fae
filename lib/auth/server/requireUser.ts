import 'server-only'
import type { User as Account, AuthError } from '@supabase/supabase-js'
import { z } from 'zod'
import { RequestProblem } from '@/lib/api/problem'
import { createServerClient } from './clients'

/** A signed-in user; `email` is empty for an account without one. */
export type User = { id: string; email: string }

/** The user who sent a request, and whether that user has confirmed the email and owns it. */
export type Authentication = {
  user: User
  isEmailConfirmed: boolean
  /** Whether the email is confirmed, and {@link ownsEmail} returns true. */
  isEmailOwner: boolean
}

type Requirements = {
  /** Requires assurance level 2 when the user has a second factor. */
  secondFactor?: boolean
  /** Requires a proof of identity (password, code, second factor) that is no older than this. */
  provedWithinSeconds?: number
}

/** The claims that are read from a token (https://supabase.com/docs/guides/auth/jwt-fields). */
const claimsSchema = z.object({
  /** The token's expiry, as Unix time in seconds. */
  exp: z.number(),
  aal: z.string().optional(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
})

/** The maximum difference between the service's clock and the server's clock. */
const clockSkewSeconds = 60

/**
 * Requires a signed-in user. The account service verifies the bearer token, since only that service stores which
 * sessions have ended, and which users are banned or deleted. A malformed or expired token is refused without a request
 * to the service.
 *
 * @throws RequestProblem 401 `no_authorization`, `bad_jwt` or `session_not_found`; 403 `user_banned`,
 * `insufficient_aal` or `reauthentication_needed`; 503 `accounts_unavailable` when the service fails
 */
export async function requireUser(
  request: Request,
  { secondFactor = false, provedWithinSeconds }: Requirements = {},
): Promise<Authentication> {
  const accessToken = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(
    request.headers.get('authorization') ?? '',
  )?.[1]
  if (!accessToken) throw new RequestProblem(401, 'no_authorization')
  const claims = parseClaims(accessToken)
  if (!claims || claims.exp < Date.now() / 1000 - clockSkewSeconds) throw new RequestProblem(401, 'bad_jwt')
  // The claims are trustworthy only after the service has verified the token.
  const { data, error } = await createServerClient().auth.getUser(accessToken)
  if (error) throw toRequestProblem(error)
  const { user } = data
  if (secondFactor && hasSecondFactor(user) && claims.aal !== 'aal2') {
    throw new RequestProblem(403, 'insufficient_aal')
  }
  if (provedWithinSeconds !== undefined && !isProvedWithin(claims.amr, provedWithinSeconds)) {
    throw new RequestProblem(403, 'reauthentication_needed')
  }
  const { id, email = '', email_confirmed_at } = user
  const isEmailConfirmed = email !== '' && Boolean(email_confirmed_at)
  return {
    user: { id, email },
    isEmailConfirmed,
    isEmailOwner: isEmailConfirmed && ownsEmail(user),
  }
}

/**
 * Whether the account's current email was verified by `verifyEmail`, which also replaces an earlier password, or by
 * `verifyEmailChange` (docs/decisions/password-ownership.md). It reads `app_metadata`, which users cannot change. A
 * confirmed email is not enough, because the account service also confirms emails when a user or a staff member calls
 * it directly.
 */
export const ownsEmail = ({ email, app_metadata }: Account): boolean =>
  Boolean(email) && [app_metadata.verified_email, app_metadata.verified_new_email].includes(email)

function hasSecondFactor(user: Account): boolean {
  return user.factors?.some(({ status }) => status === 'verified') ?? false
}

function isProvedWithin(proofs: z.infer<typeof claimsSchema>['amr'], seconds: number): boolean {
  const newest = Math.max(0, ...proofs.map(({ timestamp }) => timestamp))
  return newest >= Date.now() / 1000 - seconds - clockSkewSeconds
}

/** Parses a token's claims without verifying its signature; undefined when they are malformed. */
function parseClaims(token: string): z.infer<typeof claimsSchema> | undefined {
  try {
    const [, payload = ''] = token.split('.')
    return claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  } catch {
    return undefined
  }
}

/**
 * Maps an error from the service. Its status 403 for an invalid token becomes 401 `bad_jwt`, after which the page
 * refreshes the token.
 */
function toRequestProblem(error: AuthError): RequestProblem {
  const { code = '', status = 0 } = error
  if (code === 'user_banned') return new RequestProblem(403, code)
  if (status === 0 || status === 429 || status >= 500) {
    return new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  const isSessionGone = error.name === 'AuthSessionMissingError' || /^(session|user)_not_found$/.test(code)
  return new RequestProblem(401, isSessionGone ? 'session_not_found' : 'bad_jwt')
}
