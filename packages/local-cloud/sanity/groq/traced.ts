import { type GroqType, typeOfData } from '../compare.ts'
import type { SanityDocument } from '../types.ts'

/** Where a value stands in a stored document: a linked list from the value up to the document. */
export type Source = { document: SanityDocument } | { parent: Source; segment: string | number; key?: string }

/**
 * A value on its way through a query. A `leaf` holds JSON (or a GROQ datetime or path) as it is, with its place in a
 * document when it was read there and the caller wants a source map; objects and arrays that the query itself
 * builds hold their parts, so that each part keeps its own place.
 */
export type Traced = Leaf | TracedObject | TracedArray
/** A value taken whole. */
export type Leaf = { kind: 'leaf'; data: unknown; source: Source | null }
/** An object that a projection made. */
export type TracedObject = { kind: 'object'; fields: Map<string, Traced> }
/** An array that the query made. */
export type TracedArray = { kind: 'array'; items: Traced[] }

/** The null value. */
export const NULL: Leaf = { kind: 'leaf', data: null, source: null }
/** The true value. */
export const TRUE: Leaf = { kind: 'leaf', data: true, source: null }
/** The false value. */
export const FALSE: Leaf = { kind: 'leaf', data: false, source: null }

/** A value that comes from no document. */
export function leaf(data: unknown): Leaf {
  if (data === null || data === undefined) return NULL
  if (data === true) return TRUE
  if (data === false) return FALSE
  return { kind: 'leaf', data, source: null }
}

/** The GROQ type of a value. */
export function typeOf(value: Traced): GroqType {
  return value.kind === 'leaf' ? typeOfData(value.data) : value.kind
}

/** The value as plain data; datetimes and paths stay what they are. */
export function toData(value: Traced): unknown {
  if (value.kind === 'leaf') return value.data
  if (value.kind === 'array') return value.items.map(toData)
  return Object.fromEntries([...value.fields].map(([name, field]) => [name, toData(field)]))
}

function child(source: Source | null, segment: string | number, item: unknown): Source | null {
  if (!source) return null
  if (typeof segment === 'number' && typeof item === 'object' && item !== null && '_key' in item) {
    if (typeof item._key === 'string') return { parent: source, segment, key: item._key }
  }
  return { parent: source, segment }
}

function fieldLeaf(parent: Leaf, name: string): Traced {
  const { data } = parent
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return NULL
  const field: unknown = Reflect.get(data, name)
  if (field === null || field === undefined) return NULL
  return { kind: 'leaf', data: field, source: child(parent.source, name, field) }
}

/** An object's field, NULL when there is none. */
export function fieldOf(value: Traced, name: string): Traced {
  if (value.kind === 'object') return value.fields.get(name) ?? NULL
  if (value.kind === 'leaf' && typeOfData(value.data) === 'object') return fieldLeaf(value, name)
  return NULL
}

/** An object's fields by name, null for anything that isn't an object. */
export function fieldsOf(value: Traced): Map<string, Traced> | null {
  if (value.kind === 'object') return value.fields
  if (value.kind !== 'leaf' || typeOfData(value.data) !== 'object') return null
  const { data } = value
  if (typeof data !== 'object' || data === null) return null
  return new Map(Object.keys(data).map((name) => [name, fieldLeaf(value, name)]))
}

/** How many items an array has, null for anything that isn't an array. */
export function lengthOf(value: Traced): number | null {
  if (value.kind === 'array') return value.items.length
  return value.kind === 'leaf' && Array.isArray(value.data) ? value.data.length : null
}

/** An array's items from `start` up to `end`, not included; null for anything that isn't an array. */
export function itemsOf(value: Traced, start = 0, end = Number.POSITIVE_INFINITY): Traced[] | null {
  if (value.kind === 'array') {
    const { items } = value
    return start === 0 && end >= items.length ? items : items.slice(start, end)
  }
  if (value.kind !== 'leaf' || !Array.isArray(value.data)) return null
  const { data, source } = value
  const part: unknown[] = start === 0 && end >= data.length ? data : data.slice(start, end)
  return part.map((item, index): Traced => {
    if (item === null || item === undefined) return NULL
    return { kind: 'leaf', data: item, source: child(source, start + index, item) }
  })
}

/** The item at a place in an array, from its end for a negative one; NULL when there is none. */
export function itemAt(value: Traced, index: number): Traced {
  const place = index < 0 ? index + (lengthOf(value) ?? 0) : index
  return (place < 0 ? null : itemsOf(value, place, place + 1)?.[0]) ?? NULL
}

/** Whether a value is exactly true. */
export function isTrue(value: Traced): boolean {
  return value.kind === 'leaf' && value.data === true
}

/** Whether a value is exactly false. */
export function isFalse(value: Traced): boolean {
  return value.kind === 'leaf' && value.data === false
}
