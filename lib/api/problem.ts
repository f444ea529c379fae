/** The error for a request that a site route rejects or cannot fulfill, used on the server and in the browser. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem'
  /** The HTTP status of the response. */
  readonly status: number
  /** The error code, such as `already_subscribed`, which the page maps to a message. */
  readonly code: string
  /** Additional fields of the response. */
  readonly details: object | undefined

  constructor(status: number, code: string, options?: ErrorOptions & { details?: object | undefined }) {
    super(code, options)
    this.status = status
    this.code = code
    this.details = options?.details
  }
}
