/** The type in an error body, see https://docs.stripe.com/api/errors. */
export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export type ErrorDetails = {
  type?: ErrorType
  code?: string
  param?: string
  decline_code?: string
  /** Further fields of the error's body, for example the payment intent of a declined card. */
  extra?: Record<string, unknown>
  /** What was done before the error stays done: a declined charge, for example, is on record. */
  keep?: boolean
  /** False when the SDK must not try again (https://docs.stripe.com/error-low-level#the-should-retry-header). */
  retry?: boolean
  /** Counts as found before anything was carried out, so that an idempotency key remembers nothing. */
  early?: boolean
}

/** An answer other than success, as Stripe would give it. */
export class StripeProblem extends Error {
  override readonly name = 'StripeProblem'
  readonly status: number
  readonly details: ErrorDetails

  /** `status` is the HTTP status, `message` what the developer reads. */
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** The body of an error answer. `requestId` is the id that the answer's Request-Id header has. */
export function errorBody(problem: StripeProblem, requestId: string): { error: Record<string, unknown> } {
  const { type = 'invalid_request_error', code, param, decline_code, extra } = problem.details
  return {
    error: {
      ...(code ? { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
      ...(decline_code ? { decline_code } : {}),
      message: problem.message,
      ...(param ? { param } : {}),
      ...extra,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  }
}

/** A 400 that names the parameter which is wrong. */
export function invalid(message: string, param?: string, code?: string): StripeProblem {
  return new StripeProblem(400, message, { ...(param ? { param } : {}), ...(code ? { code } : {}) })
}

/** An id that names nothing. In the path it is a 404, in a parameter a 400, as `param` says. */
export function missing(what: string, id: string, param = 'id'): StripeProblem {
  const status = param === 'id' ? 404 : 400
  return new StripeProblem(status, `No such ${what}: '${id}'`, { code: 'resource_missing', param })
}

/** Something that Stripe has and the local cloud has not: an explicit 501. */
export function notSupported(what: string): StripeProblem {
  return new StripeProblem(501, `The local cloud does not support ${what}`, {
    type: 'api_error',
    retry: false,
    early: true,
  })
}
