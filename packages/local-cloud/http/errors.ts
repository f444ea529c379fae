import { STATUS_CODES } from 'node:http'

/** The error body of Sanity's services, except for queries and mutations. */
export type ErrorBody = {
  statusCode: number
  error: string
  message: string
  errorCode?: string
  [key: string]: unknown
}

/**
 * An error body in the shape that `@sanity/client` turns into `${error} - ${message}`
 * (https://www.sanity.io/docs/http-reference).
 */
export function errorBody(
  statusCode: number,
  message: string,
  extra: Record<string, unknown> = {},
): ErrorBody {
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...extra }
}

/** {@link errorBody} as a JSON response. */
export function errorResponse(
  statusCode: number,
  message: string,
  extra: Record<string, unknown> = {},
): Response {
  return Response.json(errorBody(statusCode, message, extra), { status: statusCode })
}

/** Thrown by a route to respond with an error body. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly extra: Record<string, unknown>

  constructor(statusCode: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.statusCode = statusCode
    this.extra = extra
  }
}

/** The error of a request that requires a session but has none. */
export function unauthorized(message = 'Session not found'): HttpError {
  return new HttpError(401, message, { errorCode: 'SIO-401-ANF' })
}

/** The error of a request whose roles do not include a permission. */
export function forbidden(permission: string): HttpError {
  return new HttpError(403, `Insufficient permissions; permission "${permission}" required`)
}
