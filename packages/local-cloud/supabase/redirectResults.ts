import type { AuthError } from './errors.ts'
import type { SessionResponse } from './sessions.ts'

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function withFragment(target: URL, values: Record<string, string>): string {
  const pairs = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  target.hash = new URLSearchParams(pairs).toString()
  return target.href
}

/** The address with a code to exchange, for a client that uses PKCE. */
export function withCode(target: string, code: string): string {
  const url = new URL(target)
  url.searchParams.set('code', code)
  return url.href
}

/** The address with a session in its fragment, which no server sees. `sb` marks whose it is. */
export function sessionRedirect(target: string, type: string, session: SessionResponse): string {
  return withFragment(new URL(target), {
    type,
    access_token: session.access_token,
    token_type: session.token_type,
    expires_in: String(session.expires_in),
    expires_at: String(session.expires_at),
    refresh_token: session.refresh_token,
    sb: '',
  })
}

/** The address with a message in its fragment, and for a client that uses PKCE in its query too. */
export function messageRedirect(target: string, message: string, exchange: boolean): string {
  const url = new URL(target)
  if (exchange) url.searchParams.set('message', message)
  return withFragment(url, { message, sb: '' })
}

/** The address with an error in its fragment, and for a client that uses PKCE in its query too. */
export function errorRedirect(target: string, error: AuthError, exchange: boolean): string {
  const name = OAUTH_ERRORS[error.status]
  const values = {
    ...(name ? { error: name } : {}),
    error_code: error.code,
    error_description: error.message,
  }
  const url = new URL(target)
  if (exchange) for (const [key, value] of Object.entries(values)) url.searchParams.set(key, value)
  return withFragment(url, { ...values, sb: '' })
}
