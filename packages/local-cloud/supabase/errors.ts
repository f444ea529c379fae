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

/** The error in the shape of the API version 2024-01-01, which every supported client requests. */
export function authErrorResponse({ status, code, message, extra }: AuthError): Response {
  const headers = { 'x-sb-error-code': code, 'x-supabase-api-version': '2024-01-01' }
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
