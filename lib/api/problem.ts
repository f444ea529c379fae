/** Why a request to one of the site's functions is refused. The page says it in words from the CMS. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem'
  /** HTTP status of the answer. */
  readonly status: number
  /** Tells the page which message to show, such as `already_subscribed`. */
  readonly code: string

  constructor(status: number, code: string, options?: ErrorOptions) {
    super(code, options)
    this.status = status
    this.code = code
  }
}

/**
 * The answer to a request that failed: `{error: {code}}`, kept by no cache. Anything but a {@link RequestProblem} is
 * logged and answers 500 `internal`.
 */
export function problemResponse(error: unknown): Response {
  const problem =
    error instanceof RequestProblem ? error : new RequestProblem(500, 'internal', { cause: error })
  if (problem.status >= 500) console.error(`[api] ${problem.code}`, problem.cause ?? problem)
  return Response.json(
    { error: { code: problem.code } },
    { status: problem.status, headers: { 'Cache-Control': 'no-store' } },
  )
}
