import { extractWithPath, Mutation } from '@sanity/mutator'
import { withArrayKeys } from './arrayKeys.ts'
import { DocumentEdit } from './documentEdit.ts'
import { ApiError, ItemError } from './errors.ts'
import { hasCondition, isPlainPath, type Place, pathTo, placesOf } from './jsonMatch.ts'
import type { SanityDocument } from './types.ts'
import { hasInfiniteNumber, isObject, isStringArray, type JsonObject } from './values.ts'

// https://www.sanity.io/docs/http-patches lists the operations in this order, and it is the order they apply in.
const OPERATIONS = [
  'set',
  'setIfMissing',
  'unset',
  'inc',
  'dec',
  'insert',
  'diffMatchPatch',
  'merge',
] as const
const TARGETING = ['id', 'query', 'params', 'ifRevisionID']
const IMMUTABLE = ['_id', '_type'] as const

function invalid(description: string): ItemError {
  return new ItemError({ type: 'validationError', description: `Invalid patch: ${description}` }, 400)
}

function checkInsert(insert: unknown): void {
  if (!isObject(insert)) throw invalid('"insert" must be an object')
  const positions = ['before', 'after', 'replace'].filter((position) => position in insert)
  const [position] = positions
  if (positions.length !== 1 || position === undefined || typeof insert[position] !== 'string') {
    throw invalid('"insert" needs exactly one of "before", "after" and "replace", a path')
  }
  if (!Array.isArray(insert.items)) throw invalid('"insert" needs "items", an array')
}

/** Checks the form of a patch's operations. Throws an ItemError that says what is wrong. */
export function checkPatch(patch: JsonObject): void {
  for (const [key, value] of Object.entries(patch)) {
    if (TARGETING.includes(key)) continue
    if (key === 'insert') checkInsert(value)
    else if (key === 'unset') {
      if (!isStringArray(value)) throw invalid('"unset" must be an array of paths')
    } else if (!OPERATIONS.some((operation) => operation === key)) {
      throw invalid(`unknown operation "${key}"`)
    } else if (!isObject(value)) throw invalid(`"${key}" must be an object of path and value`)
    else if (key === 'inc' || key === 'dec') {
      if (!Object.values(value).every((amount) => typeof amount === 'number' && Number.isFinite(amount))) {
        throw invalid(`"${key}" takes numbers`)
      }
    } else if (key === 'diffMatchPatch') {
      if (!Object.values(value).every((text) => typeof text === 'string')) {
        throw invalid('"diffMatchPatch" takes patches as strings')
      }
    }
  }
}

/** The patch with a `_key` on every array item it brings. */
export function withPatchKeys(patch: JsonObject): JsonObject {
  const { set, setIfMissing, insert } = patch
  return {
    ...patch,
    ...(isObject(set) ? { set: withArrayKeys(set) } : {}),
    ...(isObject(setIfMissing) ? { setIfMissing: withArrayKeys(setIfMissing) } : {}),
    ...(isObject(insert) ? { insert: { ...insert, items: withArrayKeys(insert.items) } } : {}),
  }
}

function deepMerge(base: unknown, changes: unknown): unknown {
  if (!isObject(base) || !isObject(changes)) return changes
  const merged: JsonObject = { ...base }
  for (const [key, value] of Object.entries(changes)) merged[key] = deepMerge(base[key], value)
  return merged
}

/** One operation on paths that each lead to one place: for each of many others it would copy a whole array. */
function applyPlain(document: SanityDocument, operation: JsonObject): SanityDocument {
  const mutation = new Mutation({ mutations: [{ patch: { id: document._id, ...operation } }] })
  const result = mutation.apply(document)
  if (!result) throw new Error('A patch made a document vanish')
  return withSystemFields(document, result)
}

/** What a patch made of a document, with the attributes that no patch changes. Throws an ItemError on `_id` and `_type`. */
function withSystemFields(document: SanityDocument, result: JsonObject): SanityDocument {
  for (const attribute of IMMUTABLE) {
    if (result[attribute] !== document[attribute]) throw immutable(document, attribute)
  }
  const { _id, _type, _rev, _createdAt, _updatedAt } = document
  return { ...result, _id, _type, _rev, _createdAt, _updatedAt }
}

function immutable(document: SanityDocument, attribute: string): ItemError {
  return new ItemError({
    type: 'cannotModifyImmutableAttributeError',
    description: `Cannot modify immutable attribute "${attribute}"`,
    attribute,
    documentId: document._id,
  })
}

/** The paths of the single places that a path leads to in a document, in its order. */
function pathsIn(document: SanityDocument, path: string): string[] {
  return isPlainPath(path) ? [path] : placesOf(path, document).map(pathTo)
}

/** Whether a path leads to one place, found without going through an array. */
function isQuickPath(path: string): boolean {
  return isPlainPath(path) && !hasCondition(path)
}

function applyToPlaces(
  document: SanityDocument,
  places: readonly Place[],
  apply: (edit: DocumentEdit, place: Place) => void,
): SanityDocument {
  const edit = new DocumentEdit(document)
  for (const place of places) apply(edit, place)
  return withSystemFields(document, edit.document)
}

function plus(before: unknown, amount: number): unknown {
  return typeof before === 'number' && Number.isFinite(before) ? before + amount : before
}

/** What the operations on values make of the value at one of several places. */
const CHANGES: Record<string, (before: unknown, given: unknown) => unknown> = {
  set: (_before, given) => given,
  setIfMissing: (before, given) => before ?? (before === null ? null : given),
  inc: (before, given) => plus(before, Number(given)),
  dec: (before, given) => plus(before, -Number(given)),
  // Objects are merged deeply into what the path holds, all else is replaced.
  merge: deepMerge,
}

function applyToValues(document: SanityDocument, operation: string, values: JsonObject): SanityDocument {
  const change = CHANGES[operation]
  let result = document
  let plain: [string, unknown][] = []
  const applyAll = (entries: [string, unknown][]) => {
    if (entries.length > 0) result = applyPlain(result, { [operation]: Object.fromEntries(entries) })
  }
  for (const [path, value] of Object.entries(values)) {
    if (isQuickPath(path) && operation !== 'merge') {
      plain.push([path, value])
      continue
    }
    applyAll(plain)
    plain = []
    const places = placesOf(path, result)
    if (!change) applyAll(places.map((place) => [pathTo(place), value]))
    else if (isPlainPath(path) && places.length <= 1 && operation !== 'merge') applyAll([[path, value]])
    else {
      result = applyToPlaces(result, places, (edit, place) =>
        edit.change(place, (before) => change(before, value)),
      )
    }
  }
  applyAll(plain)
  return result
}

function applyUnset(document: SanityDocument, paths: readonly string[]): SanityDocument {
  let result = document
  for (const path of paths) {
    // From the last to the first, so that places in arrays stay where they are until it is their turn.
    const places = isQuickPath(path) ? [] : placesOf(path, result).reverse()
    if (isPlainPath(path) && places.length <= 1) result = applyPlain(result, { unset: [path] })
    else result = applyToPlaces(result, places, (edit, place) => edit.remove(place))
  }
  return result
}

const RANGE_AT_END = /^(.+)\[\s*(-?\d+)\s*:[^\]]*\]$/

/** Where to insert instead of replacing a range in which nothing is, as `splice` does to add items. */
function emptyRange(document: SanityDocument, path: string): JsonObject[] {
  const [, parent, start] = RANGE_AT_END.exec(path) ?? []
  if (parent === undefined) return []
  return pathsIn(document, parent).map((array) => {
    const [found] = extractWithPath(array, document)
    const length = Array.isArray(found?.value) ? found.value.length : 0
    const index = Number(start) < 0 ? Number(start) + length + 1 : Number(start)
    return index >= 0 && index < length ? { before: `${array}[${index}]` } : { after: `${array}[-1]` }
  })
}

function applyInsert(document: SanityDocument, insert: JsonObject): SanityDocument {
  const { items, ...where } = insert
  const [[position, path] = []] = Object.entries(where)
  if (position === undefined || typeof path !== 'string' || isPlainPath(path)) {
    return applyPlain(document, { insert })
  }
  const places = placesOf(path, document)
  const arrays = Map.groupBy(places, (place) => pathTo(place.slice(0, -1)))
  const inserts: JsonObject[] = [...arrays].map(([array, within]) => ({
    [position]: `${array}[${within.map((place) => place.at(-1)).join(',')}]`,
  }))
  const all = inserts.length > 0 || position !== 'replace' ? inserts : emptyRange(document, path)
  return all.reduce<SanityDocument>((result, single) => {
    return applyPlain(result, { insert: { ...single, items } })
  }, document)
}

function applyOperation(document: SanityDocument, operation: string, value: unknown): SanityDocument {
  if (operation === 'unset') return isStringArray(value) ? applyUnset(document, value) : document
  if (!isObject(value)) return document
  if (operation === 'insert') return applyInsert(document, value)
  return applyToValues(document, operation, value)
}

/**
 * The document after a patch, through the JSONMatch implementation that the Studio applies the same patch with; paths to
 * several places are taken apart first. `_rev`, `_createdAt` and `_updatedAt` stay the server's. Throws an
 * ItemError on an invalid path or value, on a path that leads to too much, on a number that becomes too large, and when
 * `_id` or `_type` would change.
 */
export function applyPatch(document: SanityDocument, patch: JsonObject): SanityDocument {
  let result = document
  for (const operation of OPERATIONS) {
    if (patch[operation] === undefined) continue
    try {
      result = applyOperation(result, operation, patch[operation])
    } catch (error) {
      if (error instanceof ItemError || error instanceof ApiError) throw error
      throw invalid(error instanceof Error ? error.message : String(error))
    }
  }
  const counts = patch.inc !== undefined || patch.dec !== undefined
  if (counts && hasInfiniteNumber(result)) throw invalid('a number would be out of range')
  return result
}
