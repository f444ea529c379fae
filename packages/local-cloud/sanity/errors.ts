import { HttpError } from '../http/errors.ts'
import type { JsonObject } from './values.ts'

/** An error response of the data API, whose body has its own format. */
export class ApiError extends HttpError {
  constructor(status: number, message: string, body: JsonObject) {
    super(status, message, {}, body)
  }
}

/** The failure of one mutation or action in a request. */
export class ItemError extends Error {
  /** The `error` of an item in the response's `mutationError` or `actionError`. */
  readonly problem: { type: string; description: string } & JsonObject
  readonly status: 400 | 403 | 409

  constructor(problem: ItemError['problem'], status: ItemError['status'] = 409) {
    super(problem.description)
    this.name = 'ItemError'
    this.problem = problem
    this.status = status
  }
}

/**
 * Combines the errors of a request's items in the format that @sanity/client reads
 * (`ClientError.details.items[].error`). The status is the first error's.
 */
export function combineItemErrors(
  type: 'mutationError' | 'actionError',
  failures: { index: number; error: ItemError }[],
): ApiError {
  const firstFailure = failures[0]
  const noun = type === 'mutationError' ? 'mutation' : 'action'
  const description =
    failures.length === 1 && firstFailure
      ? `The ${noun}(s) failed: ${firstFailure.error.message}`
      : `The ${noun}(s) failed with ${failures.length} errors`
  // The Studio reads this type after a dry run, to offer only permitted actions.
  const isPermissionError = type === 'actionError' && firstFailure?.error.status === 403
  return new ApiError(firstFailure?.error.status ?? 409, description, {
    error: {
      type: isPermissionError ? firstFailure.error.problem.type : type,
      description,
      items: failures.map(({ index, error }) => ({ error: error.problem, index })),
    },
  })
}

/** A 400 for a malformed request. */
export function badRequest(description: string): ApiError {
  return new ApiError(400, description, { error: { type: 'validationError', description } })
}

/** A 501 that states the unsupported feature. */
export function notImplemented(feature: string): ApiError {
  const description = `${feature} is not supported by the local Content Lake`
  return new ApiError(501, description, { error: { type: 'notImplemented', description } })
}

/** A 400 for one malformed mutation or action. */
export function invalidItemError(description: string): ItemError {
  return new ItemError({ type: 'validationError', description }, 400)
}

/** A 409 for the creation of a document that already exists. */
export function alreadyExistsError(id: string): ItemError {
  const description = `Document by ID "${id}" already exists`
  return new ItemError({ type: 'documentAlreadyExistsError', description, id })
}

/** A 409 for a change to a document's id or type. */
export function immutableAttributeError(attribute: string, documentId: string): ItemError {
  const description = `Cannot modify immutable attribute "${attribute}"`
  return new ItemError({ type: 'cannotModifyImmutableAttributeError', description, attribute, documentId })
}

/** A 403 for a caller whose role doesn't include `permission`. */
export function forbiddenItemError(permission: string): ItemError {
  const description = `Insufficient permissions; permission "${permission}" required`
  return new ItemError({ type: 'insufficientPermissionsError', description, permission }, 403)
}
