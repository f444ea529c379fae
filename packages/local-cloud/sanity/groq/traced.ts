import { DateTime, Path } from 'groq-js'
import type { SanityDocument } from '../types.ts'

/** The location of a value in a stored document: a linked list from the value up to the document. */
export type Source = { document: SanityDocument } | { parent: Source; segment: string | number; key?: string }

/**
 * A value during the evaluation of a query. A `leaf` contains JSON, a text query, or a GROQ datetime or path. For
 * a source map, the leaf's `source` locates it in the document that it was read from. Objects and arrays that the query
 * builds contain traced values, each with its own location.
 */
export type Traced = Leaf | TracedObject | TracedArray
export type Leaf = { kind: 'leaf'; data: unknown; source: Source | null }
export type TracedObject = { kind: 'object'; fields: Map<string, Traced> }
export type TracedArray = { kind: 'array'; items: Traced[] }

export const NULL: Leaf = { kind: 'leaf', data: null, source: null }
export const TRUE: Leaf = { kind: 'leaf', data: true, source: null }
export const FALSE: Leaf = { kind: 'leaf', data: false, source: null }

/** Creates a value without a source in a document. */
export function createLeaf(data: unknown): Leaf {
  return { kind: 'leaf', data: data ?? null, source: null }
}

/** Converts a value to plain data. GROQ's datetimes and paths stay as they are. */
export function toData(value: Traced): unknown {
  if (value.kind === 'leaf') return value.data
  if (value.kind === 'array') return value.items.map(toData)
  return Object.fromEntries([...value.fields].map(([name, field]) => [name, toData(field)]))
}

function createChild(data: unknown, source: Source | null, segment: string | number): Traced {
  if (data === null || data === undefined) return NULL
  if (!source) return createLeaf(data)
  const key = typeof segment === 'number' && typeof data === 'object' && '_key' in data ? data._key : null
  const keyField = typeof key === 'string' ? { key } : {}
  return { kind: 'leaf', data, source: { parent: source, segment, ...keyField } }
}

function getObject(value: Traced): object | null {
  const data = value.kind === 'leaf' ? value.data : null
  if (typeof data !== 'object' || Array.isArray(data)) return null
  return data instanceof DateTime || data instanceof Path ? null : data
}

/** Whether a value is an object in GROQ's sense. */
export function isObjectValue(value: Traced): boolean {
  return value.kind === 'object' || getObject(value) !== null
}

/** An object's field; NULL when it has no field with this name. */
export function getField(value: Traced, name: string): Traced {
  if (value.kind === 'object') return value.fields.get(name) ?? NULL
  const data = getObject(value)
  if (value.kind === 'array' || !data || !Object.hasOwn(data, name)) return NULL
  return createChild(Reflect.get(data, name), value.source, name)
}

/** An object's fields, keyed by name; null for anything else. */
export function getFields(value: Traced): Map<string, Traced> | null {
  if (value.kind === 'object') return value.fields
  const data = getObject(value)
  return data && new Map(Object.keys(data).map((name) => [name, getField(value, name)]))
}

/** An array's items; null for anything else. */
export function getItems(value: Traced): Traced[] | null {
  if (value.kind === 'array') return value.items
  if (value.kind !== 'leaf' || !Array.isArray(value.data)) return null
  return value.data.map((item, index) => createChild(item, value.source, index))
}

export function isNull(value: Traced): boolean {
  return value.kind === 'leaf' && value.data === null
}

/** Whether a value is exactly true. */
export function isTrue(value: Traced): boolean {
  return value.kind === 'leaf' && value.data === true
}

/** Whether a value is exactly false. */
export function isFalse(value: Traced): boolean {
  return value.kind === 'leaf' && value.data === false
}
