/** Body of the errors that Sanity's services answer outside of queries and mutations. */
export type ErrorBody = {
  statusCode: number
  error: string
  message: string
  errorCode?: string
  [key: string]: unknown
}

const NAMES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/**
 * An error body in the shape `@sanity/client` turns into `${error} - ${message}`
 * (https://www.sanity.io/docs/http-reference).
 */
export function errorBody(
  statusCode: number,
  message: string,
  extra: Record<string, unknown> = {},
): ErrorBody {
  return { statusCode, error: NAMES[statusCode] ?? 'Error', message, ...extra }
}

/** The same as a JSON response. */
export function errorResponse(
  statusCode: number,
  message: string,
  extra: Record<string, unknown> = {},
): Response {
  return Response.json(errorBody(statusCode, message, extra), { status: statusCode })
}

/** Thrown inside a route to answer with an error body. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly statusCode: number
  readonly extra: Record<string, unknown>

  /** `statusCode` is the HTTP status, `message` what the caller reads. */
  constructor(statusCode: number, message: string, extra: Record<string, unknown> = {}) {
    super(message)
    this.statusCode = statusCode
    this.extra = extra
  }
}

/** A caller without a token where one is needed. */
export function unauthorized(message = 'Session not found'): HttpError {
  return new HttpError(401, message, { errorCode: 'SIO-401-ANF' })
}

/** A caller whose roles don't suffice. */
export function forbidden(permission: string): HttpError {
  return new HttpError(403, `Insufficient permissions; permission "${permission}" required`)
}
