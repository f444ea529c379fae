import { isDeepStrictEqual } from 'node:util'
import type { Effects } from './types.ts'
import { isObject, type JsonObject, omit } from './values.ts'

// Opcodes from https://github.com/sanity-io/mendoza, docs/format.
const VALUE = 0
const PUSH_FIELD_COPY = 10
const PUSH_FIELD_BLANK = 11
const PUSH_ELEMENT_COPY = 12
const RETURN_INTO_OBJECT_SAME_KEY_POP = 15
const RETURN_INTO_ARRAY_POP = 16
const OBJECT_SET_FIELD_VALUE = 17
const OBJECT_DELETE_FIELD = 19
const ARRAY_APPEND_VALUE = 20
const ARRAY_APPEND_SLICE = 21

function encodeObject(left: JsonObject, right: JsonObject): unknown[] {
  const operations: unknown[] = []
  for (const [index, key] of Object.keys(left).sort().entries()) {
    const before = left[key]
    const after = right[key]
    if (after === undefined) operations.push(OBJECT_DELETE_FIELD, index)
    else if (!isDeepStrictEqual(before, after)) {
      // Not `push(...operations)`: a long list may have more operations than a call can have arguments.
      for (const operation of encodeField(index, key, before, after)) operations.push(operation)
    }
  }
  for (const [key, value] of Object.entries(right)) {
    if (!Object.hasOwn(left, key) && value !== undefined) operations.push(OBJECT_SET_FIELD_VALUE, value, key)
  }
  return operations
}

function encodeField(index: number, key: string, before: unknown, after: unknown): unknown[] {
  if (isObject(before) && isObject(after)) {
    return [PUSH_FIELD_COPY, index, ...encodeObject(before, after), RETURN_INTO_OBJECT_SAME_KEY_POP]
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0) {
    return [PUSH_FIELD_BLANK, index, ...encodeArray(before, after), RETURN_INTO_OBJECT_SAME_KEY_POP]
  }
  return [OBJECT_SET_FIELD_VALUE, after, key]
}

/** Identifies an array item before and after an edit: by its `_key`, or else by its content. */
function getItemIdentity(item: unknown): string {
  return isObject(item) && typeof item._key === 'string' ? `key:${item._key}` : JSON.stringify(item)
}

function encodeArray(left: unknown[], right: unknown[]): unknown[] {
  const indexesByIdentity = new Map<string, number[]>()
  for (const [index, item] of left.entries()) {
    const identity = getItemIdentity(item)
    indexesByIdentity.set(identity, [...(indexesByIdentity.get(identity) ?? []), index])
  }
  const operations: unknown[] = []
  const slice = { from: 0, to: 0 }
  const appendSlice = () => {
    if (slice.to > slice.from) operations.push(ARRAY_APPEND_SLICE, slice.from, slice.to)
    slice.from = slice.to
  }
  for (const item of right) {
    const index = indexesByIdentity.get(getItemIdentity(item))?.shift()
    const before = index === undefined ? undefined : left[index]
    if (index !== undefined && isDeepStrictEqual(before, item)) {
      if (index !== slice.to) {
        appendSlice()
        slice.from = index
      }
      slice.to = index + 1
      continue
    }
    appendSlice()
    if (index !== undefined && isObject(before) && isObject(item)) {
      operations.push(PUSH_ELEMENT_COPY, index, ...encodeObject(before, item), RETURN_INTO_ARRAY_POP)
    } else operations.push(ARRAY_APPEND_VALUE, item)
  }
  appendSlice()
  return operations
}

/**
 * Encodes a `mendoza` patch from `left` to `right`, each a document or null. Objects are patched by field, and arrays by
 * item (matched by `_key` or content), so that the Studio's history can show each part's author.
 */
export function encodePatch(left: JsonObject | null, right: JsonObject | null): unknown[] {
  if (left === null || right === null) return [VALUE, right]
  return encodeObject(left, right)
}

/**
 * Encodes the patches of a change and of its reversal, without `_rev`: a patch refers to a field by its position, and the
 * Studio applies it to a document without `_rev` (`applyMutationEventEffects`, `calculateDiff`).
 */
export function encodeEffects(before: JsonObject | null, after: JsonObject | null): Effects {
  const left = before && omit(before, ['_rev'])
  const right = after && omit(after, ['_rev'])
  return { apply: encodePatch(left, right), revert: encodePatch(right, left) }
}
