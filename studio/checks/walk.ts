import { isRecord } from '@/lib/content/text/contentGuards'

/** A path in a document, in the Studio's notation. */
export type FieldPath = (string | number | { _key: string })[]

/** A problem or advice that a check found: the path of its field, and the message. */
export type Problem = { path: FieldPath; message: string }

/** An object of a document, with unvalidated fields. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Visits every object of a document, the document itself included.
 *
 * @param path - the path to `value`
 * @returns each object with its path, parents first
 */
export function* walkObjects(
  value: unknown,
  path: FieldPath = [],
): Generator<{ value: Fields; path: FieldPath }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkObjects(item, [...path, getKey(item) ?? index])
  } else if (isRecord(value)) {
    yield { value, path }
    for (const [name, field] of Object.entries(value)) yield* walkObjects(field, [...path, name])
  }
}

/** Lists every string of a document with its path, ids and type names included. */
export function findTexts(document: Fields): { text: string; path: FieldPath }[] {
  return [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).flatMap(([name, field]) => {
      const texts = typeof field === 'string' ? [field] : toList(field)
      return texts.flatMap((text, index) => {
        if (typeof text !== 'string') return []
        return [{ text, path: typeof field === 'string' ? [...path, name] : [...path, name, index] }]
      })
    }),
  )
}

/** Returns the objects of an array; empty for any other value. */
export function toRecords(value: unknown): Fields[] {
  return toList(value).filter(isRecord)
}

/** Returns a value if it is an array; otherwise an empty one. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function getKey(item: unknown): { _key: string } | undefined {
  return isRecord(item) && typeof item._key === 'string' ? { _key: item._key } : undefined
}
