import { createInvalidError } from '../errors.ts'
import { clearable, type Field, integer, object, scalar, text } from './fields.ts'

type MetadataChange = Record<string, string> | null | undefined

/**
 * Changes to metadata (https://docs.stripe.com/api/metadata). An empty string is parsed as null, which clears all keys.
 * An empty value deletes its key.
 */
export const metadata: Field<MetadataChange> = clearable((raw, param) => {
  if (raw === undefined) return undefined
  if (typeof raw === 'string') throw createInvalidError('Invalid object', param)
  const entries = [...raw].map(([key, value]): [string, string] => {
    if (typeof value === 'string' && key.length <= 40 && value.length <= 500) return [key, value]
    const message = 'Metadata keys can have up to 40 characters, and values are strings of up to 500.'
    throw createInvalidError(message, `${param}[${key}]`)
  })
  return Object.fromEntries(entries)
})

/** Applies changes to metadata. Throws a 400 when the result has more than 50 keys. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: MetadataChange,
): Record<string, string> {
  if (change === null) return {}
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')
  if (merged.length > 50) throw createInvalidError('Metadata can only have up to 50 keys.', 'metadata')
  return Object.fromEntries(merged)
}

/** A Unix time in seconds. */
export const timestamp = integer()

export const listFields = {
  limit: integer(1, 100),
  starting_after: text(),
  created: object({ gte: timestamp, lt: timestamp, lte: timestamp }),
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

export const email: Field<string | undefined> = (raw, param) => {
  const value = text(512)(raw, param)
  if (value === undefined || EMAIL.test(value)) return value
  throw createInvalidError(`Invalid email address: ${value}`, param, 'email_invalid')
}

/** An absolute HTTP or HTTPS URL. */
export const url = scalar((value, param) => {
  if (['http:', 'https:'].includes(URL.parse(value)?.protocol ?? '')) return value
  throw createInvalidError(
    'Invalid URL: An explicit scheme (such as https) must be provided.',
    param,
    'url_invalid',
  )
})
