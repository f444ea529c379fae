export type ErrorDetails = {
  /** See https://docs.stripe.com/api/errors. */
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string
  param?: string
  decline_code?: string
  /** The changes before the error are committed: a declined charge, for example, is on record. */
  keep?: boolean
  /** The error precedes the operation, so that it is not stored under an idempotency key. */
  early?: boolean
}

/** An error response of Stripe's API. */
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

/** The body of an error response. */
export function createErrorBody(problem: StripeProblem): { error: Record<string, unknown> } {
  const { type = 'invalid_request_error', code, param, decline_code } = problem.details
  return {
    error: {
      ...(code ? { code } : {}),
      ...(decline_code ? { decline_code } : {}),
      message: problem.message,
      ...(param ? { param } : {}),
      type,
    },
  }
}

/** A 400 that names the invalid parameter. */
export function invalid(message: string, param?: string, code?: string): StripeProblem {
  return new StripeProblem(400, message, { ...(param ? { param } : {}), ...(code ? { code } : {}) })
}

/** An unknown id: a 404 in the path, a 400 in the parameter that `param` names. */
export function missing(resource: string, id: string, param = 'id'): StripeProblem {
  const status = param === 'id' ? 404 : 400
  return new StripeProblem(status, `No such ${resource}: '${id}'`, { code: 'resource_missing', param })
}

/** A 501 for a feature of Stripe that the local cloud lacks. */
export function notSupported(feature: string): StripeProblem {
  return new StripeProblem(501, `The local cloud does not support ${feature}`, {
    type: 'api_error',
    early: true,
  })
}

/** Whether an error leaves its transaction committed. */
export function isCommitted(error: unknown): boolean {
  return error instanceof StripeProblem && error.details.keep === true
}
