import { isRecord } from '../http/body.ts'
import type { AuthRequest } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import type { Metadata } from './store/types.ts'

/** The typed fields of a request's body. Each method throws a 400 AuthError for another type. */
export class Body {
  private readonly fields: Record<string, unknown>

  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }

  /** A string; empty when it is absent. */
  text(name: string): string {
    return this.optionalText(name) ?? ''
  }

  /** A string, or undefined. */
  optionalText(name: string): string | undefined {
    return this.typed(name, (value) => (typeof value === 'string' ? value : undefined), 'a string')
  }

  flag(name: string, fallback: boolean): boolean {
    return (
      this.typed(name, (value) => (typeof value === 'boolean' ? value : undefined), 'a boolean') ?? fallback
    )
  }

  /** An object, or undefined. */
  object(name: string): Metadata | undefined {
    return this.typed(name, (value) => (isRecord(value) ? value : undefined), 'an object')
  }

  private typed<Value>(
    name: string,
    read: (value: unknown) => Value | undefined,
    type: string,
  ): Value | undefined {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined
    if (value === undefined || value === null) return undefined
    const typed = read(value)
    if (typed === undefined) {
      throw new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${name} must be ${type}`)
    }
    return typed
  }
}

/** The maximum nesting of objects and arrays: Postgres rejects a few thousand levels. */
const maxLevels = 500

function nestsTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/** The request's JSON object. Throws a 400 AuthError for another body; with `optional`, an empty body has no fields. */
export async function readBody(c: AuthRequest, optional = false): Promise<Body> {
  const text = await c.req.text()
  if (text === '' && optional) return new Body({})
  try {
    const fields: unknown = JSON.parse(text)
    if (isRecord(fields) && !nestsTooDeep(fields)) return new Body(fields)
  } catch {
    // Falls through to the error.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

const validPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** A valid email in lower case. Throws a 400 AuthError otherwise. */
export function validEmail(email: string): string {
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  const lower = email.toLowerCase()
  if (!validPattern.test(lower)) throw invalid('Unable to validate email address: invalid format')
  return lower
}
