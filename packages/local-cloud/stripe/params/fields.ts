import { invalid, notSupported } from '../errors.ts'
import type { Raw, RawMap } from './form.ts'

/** Reads one parameter; `raw` is undefined when it was not sent. Throws Stripe's 400 for an invalid value. */
export type Field<T> = (raw: Raw | undefined, param: string) => T
export type Fields = Record<string, Field<unknown>>
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

/** A field of one text, which `read` converts. An empty text is refused. */
export function scalar<T>(read: (text: string, param: string) => T): Field<T | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw !== 'string') throw invalid(`Invalid string: ${JSON.stringify([...raw.keys()])}`, param)
    if (raw === '') {
      throw invalid(
        `You passed an empty string for '${param}'. You should remove '${param}' from your request or supply a non-empty value.`,
        param,
        'parameter_invalid_empty',
      )
    }
    return read(raw, param)
  }
}

/** A text of at most `longest` characters. */
export function text(longest = 5000): Field<string | undefined> {
  return scalar((value, param) => {
    if (value.length <= longest) return value
    throw invalid(`Invalid string: ${value.slice(0, 10)}...; must be at most ${longest} characters`, param)
  })
}

/** A whole number within bounds. */
export function integer(low = 0, high = 99_999_999_999): Field<number | undefined> {
  return scalar((value, param) => {
    const number = Number(value)
    if (/^-?\d{1,15}$/.test(value) && number >= low && number <= high) return number
    throw invalid(
      `Invalid integer: ${value}; must be from ${low} to ${high}`,
      param,
      'parameter_invalid_integer',
    )
  })
}

/** `true` or `false`. */
export function flag(): Field<boolean | undefined> {
  return scalar((value, param) => {
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalid(`Invalid boolean: ${value}`, param)
  })
}

/** One of these values; any other responds 501. */
export function oneOf<const T extends string>(values: readonly T[]): Field<T | undefined> {
  return scalar((value, param) => {
    const known = values.find((candidate) => candidate === value)
    if (known) return known
    throw notSupported(`"${value}" for ${param}`)
  })
}

/** A field that must be sent. */
export function required<T>(field: Field<T | undefined>): Field<T> {
  return (raw, param) => {
    const value = field(raw, param)
    if (value !== undefined) return value
    throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
}

/** A field that an empty text unsets, to null. */
export function clearable<T>(field: Field<T>): Field<T | null> {
  return (raw, param) => (raw === '' ? null : field(raw, param))
}

/** A list of values; an empty text is the empty list. */
export function listOf<T>(field: Field<T | undefined>, most = 100): Field<T[] | undefined> {
  const each = required(field)
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (raw === '') return []
    if (typeof raw === 'string' || raw.size > most || [...raw.keys()].some((key) => !/^\d+$/.test(key)))
      throw invalid('Invalid array', param)
    const entries = [...raw].sort(([a], [b]) => Number(a) - Number(b))
    return entries.map(([key, value]) => each(value, `${param}[${key}]`))
  }
}

/** An object with these fields. */
export function object<F extends Fields>(fields: F): Field<Values<F> | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw === 'string') throw invalid('Invalid object', param)
    return parseFields(raw, fields, param)
  }
}

/**
 * Reads parameters by their fields.
 *
 * @throws StripeProblem 501 for a name without a field, 400 for an invalid value
 */
export function parseFields<F extends Fields>(raw: RawMap, fields: F, prefix = ''): Values<F> {
  const full = (name: string) => (prefix ? `${prefix}[${name}]` : name)
  const unknown = [...raw.keys()].find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) throw notSupported(`the parameter ${full(unknown)}`)
  const read: { [name: string]: unknown } = {}
  for (const [name, field] of Object.entries(fields)) read[name] = field(raw.get(name), full(name))
  return toValues<F>(read)
}

function toValues<F extends Fields>(read: { [name: string]: unknown }): Values<F>
function toValues(read: { [name: string]: unknown }) {
  return read
}
