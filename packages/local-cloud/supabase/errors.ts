/** An answer other than success, with a code of https://supabase.com/docs/guides/auth/debugging/error-codes. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>

  /** `status` is the HTTP status, `message` what the caller reads, `extra` further fields of the answer. */
  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

function usesCodes(requested: string | undefined): boolean {
  return requested !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(requested) && requested >= VERSION
}

/**
 * The error in the shape that the caller's `X-Supabase-Api-Version` asks for: `{code, message}` since 2024-01-01,
 * `{code: <status>, error_code, msg}` before (https://supabase.com/docs/guides/auth/debugging/error-codes).
 */
export function authErrorResponse(error: AuthError, requestedVersion: string | undefined): Response {
  const { status, code, message, extra } = error
  const headers: Record<string, string> = { 'x-sb-error-code': code }
  if (!usesCodes(requestedVersion)) {
    return Response.json({ code: status, error_code: code, msg: message, ...extra }, { status, headers })
  }
  headers[VERSION_HEADER] = VERSION
  return Response.json({ code, message, ...extra }, { status, headers })
}

/** A value that doesn't fit: 400 validation_failed. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** What nobody outside should know more of. */
export function unexpected(): AuthError {
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}
