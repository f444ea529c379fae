import type { AuthRequest } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import type { Metadata } from './store/types.ts'

/** The fields of a request's body, each of the type it must have. */
export class Body {
  private readonly fields: Record<string, unknown>

  /** `fields` come from parsed JSON. */
  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }

  /** A text; empty when it isn't there. Throws a 400 when it is something else. */
  text(name: string): string {
    return this.optionalText(name) ?? ''
  }

  /** A text, or undefined when it isn't there. Throws a 400 when it is something else. */
  optionalText(name: string): string | undefined {
    return this.typed(name, (value) => (typeof value === 'string' ? value : undefined), 'a string')
  }

  /** A truth value. Throws a 400 when it is something else. */
  flag(name: string, fallback: boolean): boolean {
    return (
      this.typed(name, (value) => (typeof value === 'boolean' ? value : undefined), 'a boolean') ?? fallback
    )
  }

  /** An object, or undefined when it isn't there. Throws a 400 when it is something else. */
  object(name: string): Metadata | undefined {
    return this.typed(name, (value) => (isObject(value) ? value : undefined), 'an object')
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The levels of objects and arrays that a body may have: Postgres rejects a few thousand. */
const maxLevels = 500

function nestsTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}

/** The request's JSON object. Throws a 400 when it isn't one; with `optional`, an empty body has no fields. */
export async function readBody(c: AuthRequest, optional = false): Promise<Body> {
  const text = await c.req.text()
  if (text === '' && optional) return new Body({})
  try {
    const fields: unknown = JSON.parse(text)
    if (isObject(fields) && !nestsTooDeep(fields)) return new Body(fields)
  } catch {
    // The answer below says what is wrong.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** An e-mail address in lower case. Throws a 400 when it isn't one. */
export function validEmail(email: string): string {
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  const lower = email.toLowerCase()
  if (!ADDRESS.test(lower)) throw invalid('Unable to validate email address: invalid format')
  return lower
}
