import { STATUS_CODES } from 'node:http'
import { StartError } from '../config.ts'

/**
 * Creates an error body in the format of Sanity's APIs, except those for queries and mutations. `@sanity/client`
 * formats it as `${error} - ${message}` (https://www.sanity.io/docs/http-reference).
 */
export function errorBody(statusCode: number, message: string, extra: Record<string, unknown> = {}) {
  return { statusCode, error: STATUS_CODES[statusCode] ?? 'Error', message, ...extra }
}

/** Creates a JSON response with an {@link errorBody}. */
export function errorResponse(status: number, message: string, extra?: Record<string, unknown>): Response {
  return Response.json(errorBody(status, message, extra), { status })
}

/** Thrown by a route to respond with an error body. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: Record<string, unknown>

  /** `extra` adds fields to the body. `body` replaces the whole body. */
  constructor(
    status: number,
    message: string,
    extra: Record<string, unknown> = {},
    body: Record<string, unknown> = errorBody(status, message, extra),
  ) {
    super(message)
    this.status = status
    this.body = body
  }
}

/**
 * Creates an error handler that responds with the error body of an HttpError, with 400 for an invalid setting
 * (StartError), and with 500 for other errors, which it logs.
 */
export function createErrorHandler(
  log: (line: string) => void,
): (error: Error, c: { req: { method: string; path: string } }) => Response {
  return (error, c) => {
    if (error instanceof HttpError) return Response.json(error.body, { status: error.status })
    if (error instanceof StartError) return errorResponse(400, error.message)
    log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; see its log')
  }
}

/** Creates the error for a request that needs a valid session, token or ticket but has none. */
export function unauthorized(message = 'Session not found'): HttpError {
  return new HttpError(401, message, { errorCode: 'SIO-401-ANF' })
}

/** Creates the error for a caller whose role lacks a permission. */
export function forbidden(permission: string): HttpError {
  return new HttpError(403, `Insufficient permissions; permission "${permission}" required`)
}
