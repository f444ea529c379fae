import { isLoopback } from '../../config.ts'
import { isRecord } from '../../http/body.ts'
import { HttpError } from '../../http/errors.ts'

export const OPERATIONS = ['create', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const

/** A webhook's settings (https://www.sanity.io/docs/http-reference/webhooks). */
export type HookSettings = {
  type: 'document'
  name: string
  description: string | null
  url: string
  /** A dataset's name, or `*` for all. */
  dataset: string
  apiVersion: string
  rule: { on: Operation[]; filter: string; projection: string }
  httpMethod: (typeof METHODS)[number]
  headers: Record<string, string>
  includeDrafts: boolean
  includeAllVersions: boolean
  secret: string | null
  isDisabledByUser: boolean
}

/** A registered webhook. */
export type Hook = HookSettings & {
  id: string
  createdAt: string
  updatedAt: string
  createdByUserId: string
}

type Fields = Record<string, unknown>

function text(body: Fields, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string') throw new HttpError(400, `"${name}" must be a string`)
  return value
}

function flag(body: Fields, name: string, fallback: boolean): boolean {
  const value = body[name] ?? fallback
  if (typeof value !== 'boolean') throw new HttpError(400, `"${name}" must be true or false`)
  return value
}

function urlOf(body: Fields): string {
  const url = URL.parse(text(body, 'url'))
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new HttpError(400, '"url" must be an http or https address')
  }
  if (!isLoopback(url.hostname)) {
    throw new HttpError(
      400,
      `"url" must be on this machine: the local cloud sends nothing to ${url.hostname}`,
    )
  }
  return url.href
}

function ruleOf(body: Fields): HookSettings['rule'] {
  const rule = body.rule ?? {}
  if (!isRecord(rule)) throw new HttpError(400, '"rule" must be an object')
  const given: unknown = rule.on ?? ['create']
  if (!Array.isArray(given)) throw new HttpError(400, '"rule.on" must be an array')
  const on = OPERATIONS.filter((operation) => given.includes(operation))
  if (on.length === 0 || given.some((value) => !OPERATIONS.some((operation) => operation === value))) {
    throw new HttpError(400, `"rule.on" must name some of ${OPERATIONS.join(', ')}`)
  }
  return { on, filter: text(rule, 'filter', ''), projection: text(rule, 'projection', '') }
}

function headersOf(body: Fields): Record<string, string> {
  const headers = body.headers ?? {}
  if (!isRecord(headers)) throw new HttpError(400, '"headers" must be an object of strings')
  const entries = Object.keys(headers).map((name) => [name, text(headers, name)])
  try {
    return Object.fromEntries(new Headers(Object.fromEntries(entries)))
  } catch {
    throw new HttpError(400, '"headers" holds a name or value that HTTP does not allow')
  }
}

/** Reads a webhook's settings from a request. Throws a 400 HttpError that names what is wrong, 501 for other kinds. */
export function readHookSettings(body: unknown): HookSettings {
  if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
  if ((body.type ?? 'document') !== 'document') {
    throw new HttpError(501, 'The local cloud only supports webhooks of the type "document"')
  }
  const method = METHODS.find((name) => name === (body.httpMethod ?? 'POST'))
  if (!method) throw new HttpError(400, `"httpMethod" must be one of ${METHODS.join(', ')}`)
  const secret = body.secret ? text(body, 'secret') : null
  const description = body.description ? text(body, 'description') : null
  return {
    type: 'document',
    name: text(body, 'name'),
    description,
    url: urlOf(body),
    dataset: text(body, 'dataset', '*'),
    apiVersion: text(body, 'apiVersion', 'v2025-02-19'),
    rule: ruleOf(body),
    httpMethod: method,
    headers: headersOf(body),
    includeDrafts: flag(body, 'includeDrafts', false),
    includeAllVersions: flag(body, 'includeAllVersions', false),
    secret,
    isDisabledByUser: flag(body, 'isDisabledByUser', false),
  }
}

/** A webhook as the API answers it: everything but the secret itself. */
export function describeHook({ secret, ...hook }: Hook): Record<string, unknown> {
  return {
    ...hook,
    projectId: 'local',
    hasSecret: secret !== null,
    isDisabled: false,
    deletedAt: null,
  }
}
