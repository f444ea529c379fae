import { invalid } from '../errors.ts'
import { clearable, type Field, integer, object, text } from './fields.ts'

type MetadataChange = Record<string, string> | null | undefined

const MAX_KEYS = 50
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500

/** Metadata as sent: null clears all of it, an empty value one key (https://docs.stripe.com/api/metadata). */
export const metadata: Field<MetadataChange> = clearable((raw, param) => {
  if (raw === undefined) return undefined
  if (typeof raw === 'string') throw invalid('Invalid object', param)
  const entries = [...raw].map(([key, value]): [string, string] => {
    if (typeof value !== 'string') throw invalid('Metadata values must be strings', `${param}[${key}]`)
    if (key.length > MAX_KEY_LENGTH) {
      throw invalid(`Metadata keys must be at most ${MAX_KEY_LENGTH} characters, not '${key}'.`, param)
    }
    if (value.length > MAX_VALUE_LENGTH) {
      throw invalid(
        `Metadata values can have up to ${MAX_VALUE_LENGTH} characters, not ${value.length}.`,
        `${param}[${key}]`,
      )
    }
    return [key, value]
  })
  return Object.fromEntries(entries)
})

/** Metadata after a change: keys are merged, empty values remove theirs. Throws a 400 above 50 keys. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: MetadataChange,
): Record<string, string> {
  if (change === null) return {}
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== '')
  if (merged.length > MAX_KEYS) throw invalid(`Metadata can only have up to ${MAX_KEYS} keys.`, 'metadata')
  return Object.fromEntries(merged)
}

/** Seconds since 1970. */
export const timestamp = integer()

/** The bounds of a time. Seconds since 1970. */
export type Range = { [Bound in 'gt' | 'gte' | 'lt' | 'lte']: number | undefined }

/** The parameters of a list. */
export const listFields = {
  limit: integer(1, 100),
  starting_after: text(),
  created: object({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp }),
}

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Whether a text looks like an email, by Stripe's rough check. */
export function isEmail(value: string): boolean {
  return EMAIL.test(value)
}

/** An email. */
export const email: Field<string | undefined> = (raw, param) => {
  const value = text(512)(raw, param)
  if (value === undefined || isEmail(value)) return value
  throw invalid(`Invalid email address: ${value}`, param, 'email_invalid')
}
