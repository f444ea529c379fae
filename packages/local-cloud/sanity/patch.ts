import { extractWithPath, Mutation } from '@sanity/mutator'
import { withArrayKeys } from './arrayKeys.ts'
import { ItemError } from './errors.ts'
import type { SanityDocument } from './types.ts'
import { isObject, isStringArray, type JsonObject } from './values.ts'

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

/** `merge` as the `set` it comes to: objects are merged deeply into what the path holds, all else is replaced. */
function mergeAsSet(document: JsonObject, merge: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(merge).map(([path, changes]) => {
      const [found] = extractWithPath(path, document)
      return [path, deepMerge(found?.value, changes)]
    }),
  )
}

function applyOperation(document: SanityDocument, operation: string, value: unknown): SanityDocument {
  const body =
    operation === 'merge' && isObject(value) ? { set: mergeAsSet(document, value) } : { [operation]: value }
  const mutation = new Mutation({ mutations: [{ patch: { id: document._id, ...body } }] })
  const result = mutation.apply(document)
  if (!result) throw new Error('A patch made a document vanish')
  const { _id, _type, _rev, _createdAt, _updatedAt } = document
  return { ...result, _id: result._id ?? _id, _type: result._type ?? _type, _rev, _createdAt, _updatedAt }
}

/**
 * The document after a patch, through the JSONMatch implementation that the Studio applies the same patch with.
 * `_rev`, `_createdAt` and `_updatedAt` stay the server's. Throws an ItemError on an invalid path or value, or when
 * `_id` or `_type` would change.
 */
export function applyPatch(document: SanityDocument, patch: JsonObject): SanityDocument {
  let result = document
  for (const operation of OPERATIONS) {
    if (patch[operation] === undefined) continue
    try {
      result = applyOperation(result, operation, patch[operation])
    } catch (error) {
      throw invalid(error instanceof Error ? error.message : String(error))
    }
  }
  for (const attribute of IMMUTABLE) {
    if (result[attribute] !== document[attribute]) {
      throw new ItemError({
        type: 'cannotModifyImmutableAttributeError',
        description: `Cannot modify immutable attribute "${attribute}"`,
        attribute,
        documentId: document._id,
      })
    }
  }
  const { _rev, _createdAt, _updatedAt } = document
  return { ...result, _rev, _createdAt, _updatedAt }
}
