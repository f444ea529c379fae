import { invalid, notSupported, StripeProblem } from '../errors.ts'
import type { Raw, RawMap } from './form.ts'

/** Reads one parameter; `raw` is undefined when it was not sent. Throws Stripe's 400 when it is wrong. */
export type Field<T> = { (raw: Raw | undefined, param: string): T; shape?: Shape }
/** The fields of an object, and the names that only Stripe has. */
export type Shape = { fields: Fields; elsewhere: readonly string[] }
export type Fields = Record<string, Field<unknown>>
/** What reading the fields gives. */
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

function empty(param: string): StripeProblem {
  const name =
    param
      .replace(/\[([^\]]*)\]$/, ' $1')
      .split(' ')
      .at(-1) ?? param
  return invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    param,
    'parameter_invalid_empty',
  )
}

/** A field of one text, which `read` turns into a value. An empty text is refused, as nothing can be unset by it. */
export function scalar<T>(read: (text: string, param: string) => T): Field<T | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw !== 'string') throw invalid(`Invalid string: ${JSON.stringify([...raw.keys()])}`, param)
    if (raw === '') throw empty(param)
    return read(raw, param)
  }
}

/** A text of at most `longest` characters. */
export function text(longest = 5000): Field<string | undefined> {
  return scalar((value, param) => {
    if (value.length > longest) {
      throw invalid(
        `Invalid string: ${value.slice(0, 10)}...${value.slice(-5)}; must be at most ${longest} characters`,
        param,
      )
    }
    return value
  })
}

/** A whole number within bounds. */
export function integer(low = Number.MIN_SAFE_INTEGER, high = 99_999_999_999): Field<number | undefined> {
  return scalar((value, param) => {
    if (!/^-?\d{1,15}$/.test(value))
      throw invalid(`Invalid integer: ${value}`, param, 'parameter_invalid_integer')
    const number = Number(value)
    if (number < low) {
      const limit = low === 1 ? 'greater than or equal to 1' : `greater than or equal to ${low}`
      throw invalid(`This value must be ${limit}.`, param, 'parameter_invalid_integer')
    }
    if (number > high) {
      throw invalid(`This value must be less than or equal to ${high}.`, param, 'parameter_invalid_integer')
    }
    return number
  })
}

/** A number that need not be whole, within bounds. */
export function decimal(low: number, high: number): Field<number | undefined> {
  return scalar((value, param) => {
    const number = Number(value)
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw invalid(`Invalid decimal: ${value}`, param)
    if (number < low || number > high) throw invalid(`This value must be between ${low} and ${high}.`, param)
    return number
  })
}

/** `true` or `false`. */
export function flag(): Field<boolean | undefined> {
  return scalar((value, param) => {
    if (value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, param)
    return value === 'true'
  })
}

function alternatives(values: readonly string[]): string {
  const last = values.at(-1)
  if (values.length < 2) return `${last}`
  return `one of ${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${last}`
}

/** One of these values; those of `elsewhere` exist at Stripe but not here. */
export function oneOf<const T extends string>(
  values: readonly T[],
  elsewhere: readonly string[] = [],
): Field<T | undefined> {
  return scalar((value, param) => {
    const known = values.find((candidate) => candidate === value)
    if (known) return known
    if (elsewhere.includes(value)) throw notSupported(`"${value}" for ${param}`)
    throw invalid(`Invalid ${param}: must be ${alternatives([...values, ...elsewhere])}`, param)
  })
}

/** Lets a field that is made of another one have its shape. */
function shaped<T>(field: Field<T>, inner: { shape?: Shape }): Field<T> {
  return inner.shape ? Object.assign(field, { shape: inner.shape }) : field
}

/** A field that must be sent. */
export function required<T>(field: Field<T | undefined>): Field<T> {
  const read: Field<T> = (raw, param) => {
    const value = field(raw, param)
    if (value !== undefined) return value
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  return shaped(read, field)
}

/** A field that an empty text unsets: null then. */
export function clearable<T>(field: Field<T>): Field<T | null> {
  return shaped((raw, param) => (raw === '' ? null : field(raw, param)), field)
}

/** A list of values; an empty text is the empty list. */
export function listOf<T>(field: Field<T | undefined>, most = 100): Field<T[] | undefined> {
  const each = required(field)
  const read: Field<T[] | undefined> = (raw, param) => {
    if (raw === undefined) return undefined
    if (raw === '') return []
    if (typeof raw === 'string') throw invalid(`Invalid array`, param)
    const entries = [...raw].sort(([a], [b]) => Number(a) - Number(b))
    if (entries.some(([key]) => !/^\d+$/.test(key))) throw invalid(`Invalid array`, param)
    if (entries.length > most) throw invalid(`Array too long: at most ${most} values are allowed.`, param)
    return entries.map(([key, value]) => each(value, `${param}[${key}]`))
  }
  return shaped(read, field)
}

/** An object with these fields; those of `elsewhere` exist at Stripe but not here. */
export function object<F extends Fields>(
  fields: F,
  elsewhere: readonly string[] = [],
): Field<Values<F> | undefined> {
  const read: Field<Values<F> | undefined> = (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw === 'string') throw invalid('Invalid object', param)
    return parseFields(raw, fields, elsewhere, param)
  }
  return Object.assign(read, { shape: { fields, elsewhere } })
}

/** An object whose keys are the caller's. */
export function mapOf<T>(field: Field<T>): Field<Record<string, T> | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw === 'string') throw invalid('Invalid object', param)
    return Object.fromEntries([...raw].map(([key, value]) => [key, field(value, `${param}[${key}]`)]))
  }
}

/**
 * Reads parameters by their fields.
 *
 * @throws StripeProblem for unknown names (parameter_unknown), names of `elsewhere` (501) and wrong values
 */
export function parseFields<F extends Fields>(
  raw: RawMap,
  fields: F,
  elsewhere: readonly string[] = [],
  prefix = '',
): Values<F> {
  const full = (name: string) => (prefix ? `${prefix}[${name}]` : name)
  const unknown = [...raw.keys()].filter((name) => !Object.hasOwn(fields, name))
  const known = unknown.filter((name) => elsewhere.includes(name))
  const strange = unknown.filter((name) => !elsewhere.includes(name)).map(full)
  if (strange.length > 0) {
    const names = strange.join(', ')
    throw new StripeProblem(400, `Received unknown parameter${strange.length > 1 ? 's' : ''}: ${names}`, {
      code: 'parameter_unknown',
      param: String(strange[0]),
    })
  }
  if (known[0] !== undefined) throw notSupported(`the parameter ${full(known[0])}`)
  const read: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) read[name] = field(raw.get(name), full(name))
  return asValues<F>(read)
}

function asValues<F extends Fields>(read: { [name: string]: unknown }): Values<F>
function asValues(read: { [name: string]: unknown }) {
  return read
}
