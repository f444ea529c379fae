import { createInvalidError, createUnsupportedError } from '../errors.ts'
import type { Raw, RawMap } from './form.ts'

/** Parses one parameter; `raw` is undefined if omitted. Throws a 400 for invalid and a 501 for unsupported values. */
export type Field<T> = (raw: Raw | undefined, param: string) => T
export type Fields = Record<string, Field<unknown>>
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never }

/** A field with a single string, which `parse` converts. Rejects an empty string. */
export function scalar<T>(parse: (text: string, param: string) => T): Field<T | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw !== 'string')
      throw createInvalidError(`Invalid string: ${JSON.stringify([...raw.keys()])}`, param)
    if (raw === '') {
      throw createInvalidError(
        `You passed an empty string for '${param}'. You should remove '${param}' from your request or supply a non-empty value.`,
        param,
        'parameter_invalid_empty',
      )
    }
    return parse(raw, param)
  }
}

/** A string of at most `maxLength` characters. */
export function text(maxLength = 5000): Field<string | undefined> {
  return scalar((value, param) => {
    if (value.length <= maxLength) return value
    throw createInvalidError(
      `Invalid string: ${value.slice(0, 10)}...; must be at most ${maxLength} characters`,
      param,
    )
  })
}

/** An integer within inclusive bounds. */
export function integer(min = 0, max = 99_999_999_999): Field<number | undefined> {
  return scalar((value, param) => {
    const number = Number(value)
    if (/^-?\d{1,15}$/.test(value) && number >= min && number <= max) return number
    throw createInvalidError(
      `Invalid integer: ${value}; must be from ${min} to ${max}`,
      param,
      'parameter_invalid_integer',
    )
  })
}

/** `true` or `false`. */
export function flag(): Field<boolean | undefined> {
  return scalar((value, param) => {
    if (value === 'true' || value === 'false') return value === 'true'
    throw createInvalidError(`Invalid boolean: ${value}`, param)
  })
}

/** One of these values. Throws a 501 for any other non-empty string. */
export function oneOf<const T extends string>(values: readonly T[]): Field<T | undefined> {
  return scalar((value, param) => {
    const match = values.find((candidate) => candidate === value)
    if (match) return match
    throw createUnsupportedError(`"${value}" for ${param}`)
  })
}

/** A field that must be sent. */
export function required<T>(field: Field<T | undefined>): Field<T> {
  return (raw, param) => {
    const value = field(raw, param)
    if (value !== undefined) return value
    throw createInvalidError(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
}

/** A field that becomes null when an empty string is sent. */
export function clearable<T>(field: Field<T>): Field<T | null> {
  return (raw, param) => (raw === '' ? null : field(raw, param))
}

/** A list of at most `maxLength` values. An empty string means an empty list. */
export function listOf<T>(field: Field<T | undefined>, maxLength = 100): Field<T[] | undefined> {
  const parseEntry = required(field)
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (raw === '') return []
    if (typeof raw === 'string' || raw.size > maxLength || [...raw.keys()].some((key) => !/^\d+$/.test(key)))
      throw createInvalidError('Invalid array', param)
    const entries = [...raw].sort(([a], [b]) => Number(a) - Number(b))
    return entries.map(([key, value]) => parseEntry(value, `${param}[${key}]`))
  }
}

/** An object with these fields. */
export function object<F extends Fields>(fields: F): Field<Values<F> | undefined> {
  return (raw, param) => {
    if (raw === undefined) return undefined
    if (typeof raw === 'string') throw createInvalidError('Invalid object', param)
    return parseFields(raw, fields, param)
  }
}

/**
 * Parses parameters with their fields.
 *
 * @throws StripeApiError 501 for an unknown name or an unsupported value, 400 for an invalid value
 */
export function parseFields<F extends Fields>(raw: RawMap, fields: F, prefix = ''): Values<F> {
  const getFullName = (name: string) => (prefix ? `${prefix}[${name}]` : name)
  const unknown = [...raw.keys()].find((name) => !Object.hasOwn(fields, name))
  if (unknown !== undefined) throw createUnsupportedError(`the parameter ${getFullName(unknown)}`)
  const values: { [name: string]: unknown } = {}
  for (const [name, parse] of Object.entries(fields)) values[name] = parse(raw.get(name), getFullName(name))
  return castValues<F>(values)
}

/** Casts values that were parsed with the fields of type `F`. Checks nothing at runtime. */
export function castValues<F extends Fields>(values: { [name: string]: unknown }): Values<F>
export function castValues(values: { [name: string]: unknown }) {
  return values
}
