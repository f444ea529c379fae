import type { JsonObject } from './values.ts'

/** An answer other than success: HTTP status and the body in Sanity's shape. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 501
  readonly body: JsonObject

  /** `body` is sent as it is; `message` is for logs and stack traces. */
  constructor(status: ApiError['status'], message: string, body: JsonObject) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** What went wrong with one mutation or action, as in the `items` of a mutationError. */
export type ItemProblem = { type: string; description: string } & JsonObject

/** Thrown while one mutation or action is applied; the request's error is built from it. */
export class ItemError extends Error {
  readonly problem: ItemProblem
  readonly status: 400 | 403 | 409

  /** `status` is what the whole request answers with. */
  constructor(problem: ItemProblem, status: ItemError['status'] = 409) {
    super(problem.description)
    this.name = 'ItemError'
    this.problem = problem
    this.status = status
  }
}

/**
 * The whole request's error from what went wrong with its items. The shape is the one that @sanity/client reads
 * (`ClientError.details.items[].error`).
 */
export function requestError(
  type: 'mutationError' | 'actionError',
  failures: { index: number; error: ItemError }[],
): ApiError {
  const first = failures[0]
  const noun = type === 'mutationError' ? 'mutation' : 'action'
  const description =
    failures.length === 1 && first
      ? `The ${noun}(s) failed: ${first.error.message}`
      : `The ${noun}(s) failed with ${failures.length} errors`
  // The Studio looks here whether it may offer an action that it has tried without effect.
  const isRefusal = type === 'actionError' && first?.error.status === 403
  return new ApiError(first?.error.status ?? 409, description, {
    error: {
      type: isRefusal ? first.error.problem.type : type,
      description,
      items: failures.map(({ index, error }) => ({ error: error.problem, index })),
    },
  })
}

/** A 400 for a request that can't be read. */
export function badRequest(description: string): ApiError {
  return new ApiError(400, description, { error: { type: 'validationError', description } })
}

/** A 501 that names what isn't supported: nothing pretends. */
export function notImplemented(what: string): ApiError {
  const description = `${what} is not supported by the local content lake`
  return new ApiError(501, description, { error: { type: 'notImplemented', description } })
}

/** A 401 for a call that needs a token (https://www.sanity.io/docs/content-lake/http-auth). */
export function unauthorized(): ApiError {
  const message = 'Session not found'
  const body = { statusCode: 401, error: 'Unauthorized', message, errorCode: 'SIO-401-ANF' }
  return new ApiError(401, message, body)
}

/** A 403 for a caller whose roles don't include `permission`. */
export function forbidden(permission: string): ItemError {
  return new ItemError(
    {
      type: 'insufficientPermissionsError',
      description: `Insufficient permissions; permission "${permission}" required`,
      permission,
    },
    403,
  )
}
