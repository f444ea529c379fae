import { Mutation } from '@sanity/mutator'
import { z } from 'zod'
import { addArrayKeys } from './arrayKeys.ts'
import { ItemError, immutableAttributeError, invalidItemError, notImplemented } from './errors.ts'
import type { SanityDocument } from './types.ts'
import { isObject, isStringArray, type JsonObject, omit } from './values.ts'

const SELECTION_KEYS = ['id', 'query', 'params', 'ifRevisionID']

const valuesByPath = z.record(z.string(), z.unknown())
const numbersByPath = z.record(z.string(), z.number())
const items = z.array(z.unknown())

// The operations, in the order in which a patch applies them: https://www.sanity.io/docs/http-patches
const operations = z.strictObject({
  set: valuesByPath,
  setIfMissing: valuesByPath,
  unset: z.array(z.string()),
  inc: numbersByPath,
  dec: numbersByPath,
  insert: z.union([
    z.object({ before: z.string(), items }),
    z.object({ after: z.string(), items }),
    z.object({ replace: z.string(), items }),
  ]),
  diffMatchPatch: z.record(z.string(), z.string()),
})
const patchSchema = operations.partial()

/** Validates a patch. Throws an ItemError with the reason, or an ApiError (501) for `merge`. */
export function checkPatch(patch: JsonObject): void {
  if ('merge' in patch) throw notImplemented('The patch operation "merge"')
  const { error } = patchSchema.safeParse(omit(patch, SELECTION_KEYS))
  if (error) throw invalidItemError(`Invalid patch: ${z.prettifyError(error)}`)
}

/** Returns the patch with a `_key` in every new array item that is an object. */
export function addPatchKeys(patch: JsonObject): JsonObject {
  const { set, setIfMissing, insert } = patch
  return {
    ...patch,
    ...(isObject(set) ? { set: addArrayKeys(set) } : {}),
    ...(isObject(setIfMissing) ? { setIfMissing: addArrayKeys(setIfMissing) } : {}),
    ...(isObject(insert) ? { insert: { ...insert, items: addArrayKeys(insert.items) } } : {}),
  }
}

function applyOperation(document: SanityDocument, operation: JsonObject): SanityDocument {
  const mutation = new Mutation({ mutations: [{ patch: { id: document._id, ...operation } }] })
  const result = mutation.apply(document)
  if (!result) throw new Error('A patch deleted its document')
  const { _id, _type, _rev, _createdAt, _updatedAt } = document
  for (const attribute of ['_id', '_type']) {
    if (result[attribute] !== document[attribute]) throw immutableAttributeError(attribute, _id)
  }
  return { ...result, _id, _type, _rev, _createdAt, _updatedAt }
}

/** The paths of an operation: the keys of an object, the items of an array, or the position of an insertion. */
function getPaths(operation: string, value: unknown): string[] {
  if (isStringArray(value)) return value
  if (!isObject(value)) return []
  if (operation !== 'insert') return Object.keys(value)
  return [value.before, value.after, value.replace].filter((path) => typeof path === 'string')
}

/** Throws an ApiError (501) for a path with a wildcard, union, range or recursive descent. */
function rejectMultiValuePath(path: string): void {
  const outsideOfQuotes = path.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
  if (/\.\.|[*,:]/.test(outsideOfQuotes)) throw notImplemented(`The patch path "${path}"`)
}

/**
 * Returns the document after a patch, applied by the Studio's own JSONMatch implementation. Keeps `_rev`, `_createdAt`
 * and `_updatedAt`. Throws an ItemError for an invalid path or value, and for a change to `_id` or `_type`. Throws an
 * ApiError (501) for a path to several values.
 */
export function applyPatch(document: SanityDocument, patch: JsonObject): SanityDocument {
  let result = document
  for (const operation of Object.keys(operations.shape)) {
    const value = patch[operation]
    if (value === undefined) continue
    for (const path of getPaths(operation, value)) rejectMultiValuePath(path)
    try {
      // One path at a time: an array index counts the items that remain after earlier paths are unset.
      const parts = operation === 'unset' && Array.isArray(value) ? value.map((path) => [path]) : [value]
      for (const part of parts) result = applyOperation(result, { [operation]: part })
    } catch (error) {
      if (error instanceof ItemError) throw error
      throw invalidItemError(`Invalid patch: ${error instanceof Error ? error.message : error}`)
    }
  }
  return result
}
