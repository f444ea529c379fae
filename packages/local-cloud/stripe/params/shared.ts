import { invalid } from '../errors.ts'
import { clearable, type Field, integer, listOf, mapOf, object, text } from './fields.ts'
import type { Raw } from './form.ts'

/** `expand[]`, which every call takes. */
export const expand = listOf(text(), 50)

type MetadataChange = Record<string, string> | null | undefined

const MOST_KEYS = 50
const LONGEST_KEY = 40
const LONGEST_VALUE = 500

/** Metadata as sent: null clears all of it, an empty value one key (https://docs.stripe.com/api/metadata). */
export const metadata: Field<MetadataChange> = clearable(
  mapOf((raw: Raw | undefined, param) => {
    if (typeof raw !== 'string') throw invalid('Metadata values must be strings', param)
    const key = /\[([^\]]*)\]$/.exec(param)?.[1] ?? ''
    if (key.length > LONGEST_KEY) {
      throw invalid(
        `Metadata keys must be at most ${LONGEST_KEY} characters, but you passed in '${key}'.`,
        'metadata',
      )
    }
    if (raw.length > LONGEST_VALUE) {
      throw invalid(
        `Metadata values can have up to ${LONGEST_VALUE} characters, but you passed in a value that is ${raw.length} characters. Invalid value: ${raw.slice(0, 20)}`,
        param,
      )
    }
    return raw
  }),
)

/** Metadata after a change: keys are merged, empty values remove theirs. Throws a 400 above 50 keys. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: MetadataChange,
): Record<string, string> {
  if (change === undefined) return { ...before }
  if (change === null) return {}
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''),
  )
  if (Object.keys(merged).length > MOST_KEYS) {
    throw invalid(`Metadata can only have up to ${MOST_KEYS} keys.`, 'metadata')
  }
  return merged
}

/** A postal address. */
export const address = object({
  city: clearable(text()),
  country: clearable(text()),
  line1: clearable(text()),
  line2: clearable(text()),
  postal_code: clearable(text()),
  state: clearable(text()),
})

/** Seconds since 1970. */
export const timestamp = integer(0)

const range = object({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp })

export type Range = { gt?: number; gte?: number; lt?: number; lte?: number }

/** `created` of a list: an exact time, or bounds. */
export const createdRange: Field<Range | undefined> = (raw, param) => {
  if (raw === undefined) return undefined
  if (typeof raw !== 'string') {
    const { gt, gte, lt, lte } = range(raw, param) ?? {}
    return {
      ...(gt === undefined ? {} : { gt }),
      ...(gte === undefined ? {} : { gte }),
      ...(lt === undefined ? {} : { lt }),
      ...(lte === undefined ? {} : { lte }),
    }
  }
  const exact = timestamp(raw, param) ?? 0
  return { gte: exact, lte: exact }
}

/** Whether a time is within bounds. Seconds since 1970. */
export function inRange(time: number, bounds: Range | undefined): boolean {
  if (!bounds) return true
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = bounds
  return time > gt && time >= gte && time < lt && time <= lte
}

/** What every list takes. */
export const pageFields = { limit: integer(1, 100), starting_after: text(), ending_before: text() }

/** What a list takes whose objects can be chosen by their time. */
export const listFields = { ...pageFields, created: createdRange }

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** An e-mail address, as roughly as Stripe checks it. */
export const email: Field<string | undefined> = (raw, param) => {
  const value = text(512)(raw, param)
  if (value !== undefined && !EMAIL.test(value)) {
    throw invalid(`Invalid email address: ${value}`, param, 'email_invalid')
  }
  return value
}

/** An ISO currency code, in lower case. */
export const currency: Field<string | undefined> = (raw, param) => {
  const value = text(10)(raw, param)?.toLowerCase()
  if (value !== undefined && !/^[a-z]{3}$/.test(value)) throw invalid(`Invalid currency: ${value}.`, param)
  return value
}
