import type { Effects } from './types.ts'
import { deepEqual, isObject, type JsonObject } from './values.ts'

// Opcodes of https://github.com/sanity-io/mendoza, docs/format.
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
const STRING_APPEND_STRING = 22
const STRING_APPEND_SLICE = 23

/** Shorter matches are smaller as text than as a slice. */
const MIN_SLICE = 3

function countUtf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** Encodes the change of a string as head and tail slices (offsets in UTF-8 bytes) around the new text. */
function encodeString(left: string, right: string): unknown[] {
  const from = Array.from(left)
  const to = Array.from(right)
  const shorter = Math.min(from.length, to.length)
  let head = 0
  while (head < shorter && from[head] === to[head]) head++
  let tail = 0
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++
  if (head < MIN_SLICE) head = 0
  if (tail < MIN_SLICE) tail = 0
  const size = countUtf8Bytes(left)
  const operations: unknown[] = []
  if (head > 0) operations.push(STRING_APPEND_SLICE, 0, countUtf8Bytes(from.slice(0, head).join('')))
  const added = to.slice(head, to.length - tail).join('')
  if (added !== '') operations.push(STRING_APPEND_STRING, added)
  if (tail > 0) {
    operations.push(STRING_APPEND_SLICE, size - countUtf8Bytes(from.slice(from.length - tail).join('')), size)
  }
  return operations
}

function encodeObject(left: JsonObject, right: JsonObject): unknown[] {
  const operations: unknown[] = []
  for (const [index, key] of Object.keys(left).sort().entries()) {
    const before = left[key]
    const after = right[key]
    if (after === undefined) operations.push(OBJECT_DELETE_FIELD, index)
    else if (!deepEqual(before, after)) {
      // Not spread: a long list has more operations than a call may have arguments.
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
  if (typeof before === 'string' && typeof after === 'string') {
    const operations = encodeString(before, after)
    const keepsSome = operations.includes(STRING_APPEND_SLICE)
    if (keepsSome) return [PUSH_FIELD_BLANK, index, ...operations, RETURN_INTO_OBJECT_SAME_KEY_POP]
  }
  return [OBJECT_SET_FIELD_VALUE, after, key]
}

/** The identity of an array item across an edit: its `_key`, else its content. */
function getItemIdentity(item: unknown): string {
  return isObject(item) && typeof item._key === 'string' ? `key:${item._key}` : JSON.stringify(item)
}

function encodeArray(left: unknown[], right: unknown[]): unknown[] {
  const places = new Map<string, number[]>()
  for (const [index, item] of left.entries()) {
    const identity = getItemIdentity(item)
    places.set(identity, [...(places.get(identity) ?? []), index])
  }
  const operations: unknown[] = []
  const run = { from: 0, to: 0 }
  const endRun = () => {
    if (run.to > run.from) operations.push(ARRAY_APPEND_SLICE, run.from, run.to)
    run.from = run.to
  }
  for (const item of right) {
    const index = places.get(getItemIdentity(item))?.shift()
    const before = index === undefined ? undefined : left[index]
    if (index !== undefined && deepEqual(before, item)) {
      if (index !== run.to) {
        endRun()
        run.from = index
      }
      run.to = index + 1
      continue
    }
    endRun()
    if (index !== undefined && isObject(before) && isObject(item)) {
      operations.push(PUSH_ELEMENT_COPY, index, ...encodeObject(before, item), RETURN_INTO_ARRAY_POP)
    } else operations.push(ARRAY_APPEND_VALUE, item)
  }
  endRun()
  return operations
}

/**
 * A `mendoza` patch from `left` to `right`, two documents or null. Objects are patched by field, arrays by item (matched by
 * `_key`), strings around their common head and tail, so that the Studio's history can name the author of each part.
 */
export function encodePatch(left: JsonObject | null, right: JsonObject | null): unknown[] {
  if (left === null || right === null) return [VALUE, right]
  return encodeObject(left, right)
}

/**
 * The patches of a change and its reversal. They omit `_rev`, since patches count fields and the Studio applies them to
 * documents without it (`applyMutationEventEffects`, `calculateDiff`).
 */
export function encodeEffects(before: JsonObject | null, after: JsonObject | null): Effects {
  const left = omitRevision(before)
  const right = omitRevision(after)
  return { apply: encodePatch(left, right), revert: encodePatch(right, left) }
}

function omitRevision(document: JsonObject | null): JsonObject | null {
  if (document === null) return null
  const { _rev, ...rest } = document
  return rest
}
