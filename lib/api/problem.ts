/** Why a request to one of the site's routes is refused, on both sides. The page says it in words from the CMS. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem'
  /** HTTP status of the answer. */
  readonly status: number
  /** Tells the page which message to show, such as `already_subscribed`. */
  readonly code: string
  /** What the page needs besides the code; in the answer it stands beside it. */
  readonly details: object | undefined

  constructor(status: number, code: string, options?: ErrorOptions & { details?: object | undefined }) {
    super(code, options)
    this.status = status
    this.code = code
    this.details = options?.details
  }
}
