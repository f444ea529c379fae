/** An error response with a code from https://supabase.com/docs/guides/auth/debugging/error-codes. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: number
  readonly code: string
  readonly extra: Record<string, unknown>

  /** `extra` contains additional fields of the response. */
  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** The response in the format of API version 2024-01-01, which every supported client requests. */
export function authErrorResponse({ status, code, message, extra }: AuthError): Response {
  const headers = { 'x-sb-error-code': code, 'x-supabase-api-version': '2024-01-01' }
  return Response.json({ code, message, ...extra }, { status, headers })
}

/** Creates the error for an invalid value: 400 validation_failed. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message)
}

/** Creates an internal error without details. */
export function unexpected(): AuthError {
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
}
