import { isRecord } from '../contentGuards'

/** A way into a document, as the Studio writes it. */
export type FieldPath = (string | number | { _key: string })[]

/** A finding of a check: the field, and how to correct it. */
export type Problem = { path: FieldPath; message: string }

/** An object of a document, of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Visits every object of a document, the document itself included.
 *
 * @param path - the way to `value`
 * @returns each object with the way to it, from the top down
 */
export function* walkObjects(
  value: unknown,
  path: FieldPath = [],
): Generator<{ value: Fields; path: FieldPath }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkObjects(item, [...path, getKey(item) ?? index])
  } else if (isRecord(value)) {
    yield { value, path }
    for (const [name, inner] of Object.entries(value)) yield* walkObjects(inner, [...path, name])
  }
}

/** Every text of a document with its path, names and URLs included. */
export function findTexts(document: Fields): { text: string; path: FieldPath }[] {
  return [...walkObjects(document)].flatMap(({ value, path }) =>
    Object.entries(value).flatMap(([name, inner]) => {
      const texts = typeof inner === 'string' ? [inner] : toList(inner)
      return texts.flatMap((text, index) => {
        if (typeof text !== 'string') return []
        return [{ text, path: typeof inner === 'string' ? [...path, name] : [...path, name, index] }]
      })
    }),
  )
}

/** The objects of a list; empty when it is none. */
export function toRecords(value: unknown): Fields[] {
  return toList(value).filter(isRecord)
}

/** A value as a list; empty when it is none. */
export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function getKey(item: unknown): { _key: string } | undefined {
  return isRecord(item) && typeof item._key === 'string' ? { _key: item._key } : undefined
}
