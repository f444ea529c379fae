import { type ContentDocument, type ContentObject, isObject } from './documents.ts'
import { type Field, getFields } from './fields.ts'

/** The result of a change that removes a field or an item. */
export const absent = Symbol('absent')

/**
 * Returns the new value of a field.
 *
 * @param value the current value; `undefined` where the field is missing
 * @param field the definition of the field
 * @param name the field's name, or the name of the array for one of its strings
 * @param changeInner returns the value with the same change applied to everything inside it
 * @returns the new value; `absent` removes the field or the string of a list, undefined only a field
 */
export type Change = (value: unknown, field: Field, name: string, changeInner: () => unknown) => unknown

/** Copies a document, and applies `change` to every field of its type; fields inside change only by `changeInner`. */
export function changeDocument(document: ContentDocument, change: Change): ContentDocument {
  return {
    ...changeObject(document, document._type, change),
    _id: document._id,
    _type: document._type,
  }
}

/**
 * Copies an object, and applies `change` to every field of its type. Fields that the content model doesn't name (`_key`,
 * `_type`, an image's asset, crop and hotspot) do not change.
 */
export function changeObject(object: ContentObject, type: string, change: Change): ContentObject {
  const fields = getFields(type)
  const result: ContentObject = {}
  for (const [name, value] of Object.entries(object)) if (!fields.has(name)) result[name] = value
  for (const [name, field] of fields) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    const changed = change(value, field, name, () => changeInside(value, field, name, change))
    if (changed !== absent && changed !== undefined) result[name] = changed
  }
  return sortLike(object, result)
}

function changeInside(value: unknown, field: Field, name: string, change: Change): unknown {
  if (field.kind === 'object')
    return isObject(value) ? changeObject(value, field.typeName ?? '', change) : value
  if (!Array.isArray(value)) return value
  const items = value.map((item: unknown): unknown => {
    if (field.kind === 'texts') {
      return change(item, { kind: 'text', requirement: 'required' }, name, () => item)
    }
    if (!isObject(item)) return item
    return changeObject(item, typeof item._type === 'string' ? item._type : (field.typeName ?? ''), change)
  })
  return items.filter((item) => item !== absent)
}

/** Sorts keys like those of the original, so that a variant's lines can be compared with the seed's. */
function sortLike(original: ContentObject, changed: ContentObject): ContentObject {
  const names = [...Object.keys(original), ...Object.keys(changed)]
  return Object.fromEntries(
    [...new Set(names)].filter((name) => Object.hasOwn(changed, name)).map((name) => [name, changed[name]]),
  )
}
