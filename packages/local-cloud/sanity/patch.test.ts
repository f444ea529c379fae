import { expect, test } from 'vitest'
import { applyPatch } from './patch.ts'
import type { JsonObject } from './values.ts'

const time = '2026-01-01T00:00:00Z'
const system = { _id: 'a', _type: 'post', _rev: 'r', _createdAt: time, _updatedAt: time }

function patched(fields: JsonObject, patch: JsonObject): JsonObject {
  const { _id, _type, _rev, _createdAt, _updatedAt, ...rest } = applyPatch({ ...system, ...fields }, patch)
  return rest
}

const keyed = {
  l: [
    { _key: 'a', n: 1 },
    { _key: 'b', n: 2 },
  ],
}

test('unsets items by their indexes, each as the earlier ones leave the array', () => {
  const fields = { l: [0, 1, 2] }
  expect(patched(fields, { unset: ['l[-1]', 'l[0]'] })).toEqual({ l: [1] })
  expect(fields).toEqual({ l: [0, 1, 2] })
})

test.each([['_type'], ['_id']])('refuses to unset %s', (attribute) => {
  expect(() => patched({}, { unset: [attribute] })).toThrow(`immutable attribute "${attribute}"`)
})

test.each(['l[*].n', '..n', 'l[0,1]', 'l[0:2]'])('does not support the path %s to several places', (path) => {
  expect(() => patched(keyed, { unset: [path] })).toThrow(`The path "${path}" of a patch is not supported`)
})
