import { Mutation } from '@sanity/mutator'
import { withArrayKeys } from './arrayKeys.ts'
import { ItemError, notImplemented } from './errors.ts'
import type { SanityDocument } from './types.ts'
import { hasInfiniteNumber, isObject, isStringArray, type JsonObject } from './values.ts'

// https://www.sanity.io/docs/http-patches lists the operations in this order, and it is the order they apply in.
const OPERATIONS = ['set', 'setIfMissing', 'unset', 'inc', 'dec', 'insert', 'diffMatchPatch'] as const
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
    if (key === 'merge') throw notImplemented('The patch operation "merge"')
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

function applyOperation(document: SanityDocument, operation: JsonObject): SanityDocument {
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

/** The paths of an operation: keys of an object, an array of paths, or the position of an insertion. */
function pathsOf(operation: string, value: unknown): string[] {
  if (isStringArray(value)) return value
  if (!isObject(value)) return []
  if (operation !== 'insert') return Object.keys(value)
  return [value.before, value.after, value.replace].filter((path) => typeof path === 'string')
}

/** Throws an ApiError (501) on a path with a wildcard, union, range or recursive descent. */
function refuseWidePath(path: string): void {
  const outsideOfQuotes = path.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
  if (/\.\.|[*,:]/.test(outsideOfQuotes)) throw notImplemented(`The path "${path}" of a patch`)
}

/**
 * The document after a patch, through the JSONMatch implementation that the Studio applies the same patch with. `_rev`,
 * `_createdAt` and `_updatedAt` stay the server's. Throws an ItemError on an invalid path or value, on a number that becomes
 * too large, and when `_id` or `_type` would change; an ApiError (501) on a path to several places.
 */
export function applyPatch(document: SanityDocument, patch: JsonObject): SanityDocument {
  let result = document
  for (const operation of OPERATIONS) {
    const value = patch[operation]
    if (value === undefined) continue
    for (const path of pathsOf(operation, value)) refuseWidePath(path)
    try {
      // A path of an array counts its items as the earlier ones leave them.
      const parts = operation === 'unset' && Array.isArray(value) ? value.map((path) => [path]) : [value]
      for (const part of parts) result = applyOperation(result, { [operation]: part })
    } catch (error) {
      if (error instanceof ItemError) throw error
      throw invalid(error instanceof Error ? error.message : String(error))
    }
  }
  const counts = patch.inc !== undefined || patch.dec !== undefined
  if (counts && hasInfiniteNumber(result)) throw invalid('a number would be out of range')
  return result
}
