import { isRecord, nestsTooDeep } from '../http/body.ts'
import type { AuthRequest } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import type { Metadata } from './store/types.ts'

/** Reads typed fields from a request's body. Each method throws a 400 AuthError for a field of a different type. */
export class Body {
  private readonly fields: Record<string, unknown>

  constructor(fields: Record<string, unknown>) {
    this.fields = fields
  }

  /** A string; the empty string if the field is absent. */
  text(name: string): string {
    return this.optionalText(name) ?? ''
  }

  /** A string, or undefined. */
  optionalText(name: string): string | undefined {
    return this.readField(name, 'a string', (value) => typeof value === 'string')
  }

  /** A boolean; `fallback` if the field is absent. */
  flag(name: string, { fallback = false } = {}): boolean {
    return this.readField(name, 'a boolean', (value) => typeof value === 'boolean') ?? fallback
  }

  /** An object, or undefined. */
  object(name: string): Metadata | undefined {
    return this.readField(name, 'an object', isRecord)
  }

  private readField<Value>(
    name: string,
    expectedType: string,
    hasType: (value: unknown) => value is Value,
  ): Value | undefined {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined
    if (value === undefined || value === null) return undefined
    if (hasType(value)) return value
    const message = `Could not parse request body as JSON: ${name} must be ${expectedType}`
    throw new AuthError(400, 'bad_json', message)
  }
}

/** Reads a request's JSON object. Throws a 400 AuthError for any other body, except an empty one with `allowEmpty`. */
export async function readBody(c: AuthRequest, { allowEmpty = false } = {}): Promise<Body> {
  const text = await c.req.text()
  if (text === '' && allowEmpty) return new Body({})
  try {
    const fields: unknown = JSON.parse(text)
    if (isRecord(fields) && !nestsTooDeep(fields)) return new Body(fields)
  } catch {
    // Falls through to the error.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Validates an email and returns it in lower case. Throws a 400 AuthError for an invalid one. */
export function parseEmail(email: string): string {
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  const lowerCase = email.toLowerCase()
  if (!emailPattern.test(lowerCase)) throw invalid('Unable to validate email address: invalid format')
  return lowerCase
}
