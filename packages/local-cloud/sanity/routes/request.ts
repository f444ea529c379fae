import type { Context } from 'hono'
import { MAX_NESTING, nestsTooDeep } from '../../http/body.ts'
import { unauthorized } from '../../http/errors.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { ApiError, badRequest } from '../errors.ts'
import { hasRole } from '../grants.ts'
import { isObject, type JsonObject } from '../values.ts'

export type DataContext = Context<SanityEnvironment>

/** The dataset in the path. Throws an HttpError: 404 when it doesn't exist, 401 when the caller may not read it. */
export function requireDataset(contentLake: ContentLake, c: DataContext): Dataset {
  const name = c.req.param('dataset') ?? ''
  if (contentLake.getAclMode(name) === 'private') requireProjectMember(c)
  const dataset = contentLake.get(name)
  if (dataset) return dataset
  const message = `Dataset "${name}" not found for project ID "${contentLake.projectId}"`
  throw new ApiError(404, message, {
    error: { type: 'projectDatasetNotFoundError', description: message },
    statusCode: 404,
    message,
  })
}

/** The API version in the path (`v2025-02-19`), or `v1` if there is none. */
export function getApiVersion(c: DataContext): string {
  return c.req.param('version') ?? 'v1'
}

/** Whether a URL parameter is `true`. */
export function isEnabled(c: DataContext, name: string): boolean {
  return c.req.query(name) === 'true'
}

/** The request's body as a JSON object. Throws an ApiError (400) for anything else. */
export async function readJsonBody(c: DataContext): Promise<JsonObject> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    throw badRequest('The request body is not valid JSON')
  }
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  if (nestsTooDeep(body)) throw badRequest(`The request body is nested deeper than ${MAX_NESTING} levels`)
  return body
}

/** Throws an HttpError (401) unless the caller has a role in the project. */
export function requireProjectMember(c: DataContext): void {
  if (!hasRole(c.get('identity'), 'viewer')) throw unauthorized()
}

/** Responds with one JSON value per line. */
export function sendNdjson(c: DataContext, values: Iterable<unknown>): Response {
  const lines = Array.from(values, (value) => `${JSON.stringify(value)}\n`)
  return c.body(lines.join(''), 200, { 'content-type': 'application/x-ndjson' })
}
