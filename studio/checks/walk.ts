import { isRecord } from '@/lib/content/text/contentGuards'

/** A path in a document, in the Studio's notation. */
export type FieldPath = (string | number | { _key: string })[]

/** A problem or advice that a check found: the path of its field, and the message. */
export type Problem = { path: FieldPath; message: string }

/** An object of a document, with unvalidated fields. */
export type Fields = Readonly<Record<string, unknown>>

/** An object within a document, its path, and its parent object, if it has one. */
type Place = { value: Fields; path: FieldPath; parent: Fields | undefined }

/**
 * Visits every object of a document, the document itself included.
 *
 * @returns each object with its path, parents first
 */
export function* walkObjects(value: unknown, path: FieldPath = [], parent?: Fields): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const key = isRecord(item) && typeof item._key === 'string' ? { _key: item._key } : index
      yield* walkObjects(item, [...path, key], parent)
    }
  } else if (isRecord(value)) {
    yield { value, path, parent }
    for (const [name, field] of Object.entries(value)) yield* walkObjects(field, [...path, name], value)
  }
}

/** Lists every string of a document, including ids and type names, with its path. */
export function findTexts(document: Fields): { text: string; path: FieldPath }[] {
  return [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).flatMap(([name, field]) =>
      [field].flat().flatMap((text, index) => {
        const textPath = Array.isArray(field) ? [...path, name, index] : [...path, name]
        return typeof text === 'string' ? [{ text, path: textPath }] : []
      }),
    ),
  )
}

/** Returns the objects in an array; an empty array for any other value. */
export function toRecords(value: unknown): Fields[] {
  return toList(value).filter(isRecord)
}

/** Returns a value if it is an array; otherwise an empty array. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
