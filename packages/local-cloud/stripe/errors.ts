export type ErrorDetails = {
  /** See https://docs.stripe.com/api/errors. */
  type?: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  code?: string | undefined
  param?: string | undefined
  decline_code?: string
  /** Whether changes before the error are committed. A declined charge, for example, stays on record. */
  shouldCommit?: boolean
  /** Whether the error counts as preceding the operation, and so is not stored under an idempotency key. */
  isBeforeOperation?: boolean
}

export class StripeApiError extends Error {
  override readonly name = 'StripeApiError'
  readonly status: number
  readonly details: ErrorDetails

  /** `status` is the HTTP status, `message` the message in the response. */
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Creates the body of an error response. */
export function createErrorBody(error: StripeApiError): { error: Record<string, unknown> } {
  const { type = 'invalid_request_error', code, param, decline_code } = error.details
  return { error: { code, decline_code, message: error.message, param, type } }
}

/** Creates a 400 for the invalid parameter `param`. */
export function createInvalidError(message: string, param?: string, code?: string): StripeApiError {
  return new StripeApiError(400, message, { param, code })
}

/** Creates the error for an unknown id: a 404 when the id is in the path, a 400 when it is a parameter. */
export function createMissingError(resource: string, id: string, param = 'id'): StripeApiError {
  const status = param === 'id' ? 404 : 400
  return new StripeApiError(status, `No such ${resource}: '${id}'`, { code: 'resource_missing', param })
}

/** Creates a 501 for a Stripe feature that the local cloud lacks. */
export function createUnsupportedError(feature: string): StripeApiError {
  return new StripeApiError(501, `The local cloud does not support ${feature}`, {
    type: 'api_error',
    isBeforeOperation: true,
  })
}

/** Whether a transaction that throws this error is committed. */
export function shouldCommit(error: unknown): boolean {
  return error instanceof StripeApiError && error.details.shouldCommit === true
}
