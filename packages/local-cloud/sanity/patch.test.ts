import { Patch } from '@sanity/client'
import { expect, test } from 'vitest'
import { pathTo, placesOf } from './jsonMatch.ts'
import { applyPatch } from './patch.ts'
import type { JsonObject } from './values.ts'

const time = '2026-01-01T00:00:00Z'
const system = { _id: 'a', _type: 'post', _rev: 'r', _createdAt: time, _updatedAt: time }

function patched(fields: JsonObject, patch: JsonObject): JsonObject {
  const { _id, _type, _rev, _createdAt, _updatedAt, ...rest } = applyPatch({ ...system, ...fields }, patch)
  return rest
}

/** What @sanity/client sends for its `splice`. */
function spliced(...given: Parameters<Patch['splice']>): JsonObject {
  const { insert } = new Patch('a').splice(...given).serialize()
  return { insert }
}

const list = (...l: unknown[]) => ({ l })

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['set in every item', list({ a: 1 }, { a: 2 }, 3), { set: { 'l[*].a': 9 } }, list({ a: 9 }, { a: 9 }, 3)],
  [
    'set what is not there in every item',
    list({ a: 1 }, {}),
    { set: { 'l[*].b.c': 1 } },
    list({ a: 1, b: { c: 1 } }, { b: { c: 1 } }),
  ],
  [
    'inc every attribute',
    { o: { a: 1, b: 2, c: 'x' } },
    { inc: { 'o.*': 2 } },
    { o: { a: 3, b: 4, c: 'x' } },
  ],
  [
    'inc in a range once',
    list({ n: 1 }, { n: 1 }, { n: 1 }),
    { inc: { 'l[0:2].n': 1 } },
    list({ n: 2 }, { n: 2 }, { n: 1 }),
  ],
  ['inc by filters', list({ n: 1 }, { n: 5 }), { inc: { 'l[n > 2, n < 0].n': 1 } }, list({ n: 1 }, { n: 6 })],
  ['unset every second', list(0, 1, 2, 3, 4), { unset: ['l[0:5:2]'] }, list(1, 3)],
  ['unset several', list(0, 1, 2, 3), { unset: ['l[0,2,-1]'] }, list(1)],
  [
    'unset recursively',
    { a: { x: 1, y: 1 }, l: [{ x: { x: 1 } }] },
    { unset: ['..x'] },
    { a: { y: 1 }, l: [{}] },
  ],
  [
    'unset odd names',
    { o: { 'a-b': 1, "it's": 2, c: 3 } },
    { unset: ["o['a-b', 'c']"] },
    { o: { "it's": 2 } },
  ],
  [
    'merge in every item',
    list({ a: 1 }, {}),
    { merge: { 'l[*]': { b: 2 } } },
    list({ a: 1, b: 2 }, { b: 2 }),
  ],
  [
    'insert in two lists',
    { a: list(1, 2), b: list(3) },
    { insert: { replace: '..l[0:1]', items: [9] } },
    { a: list(9, 2), b: list(9) },
  ],
  ['splice to the end', list(1, 2, 3), spliced('l', 1), list(1)],
  ['splice to the end, with items', list(1, 2, 3), spliced('l', 1, -1, [8, 9]), list(1, 8, 9)],
  ['splice some', list(1, 2, 3), spliced('l', 0, 2, [9]), list(9, 3)],
  ['splice the last', list(1, 2, 3), spliced('l', -1, 1, [9]), list(1, 2, 9)],
  ['splice nothing away', list(1, 2), spliced('l', 0, 0, [9]), list(9, 1, 2)],
  ['splice in between', list(1, 2), spliced('l', 1, 0, [9]), list(1, 9, 2)],
  ['splice behind the end', list(1, 2), spliced('l', 2, 0, [9]), list(1, 2, 9)],
])('%s', (_name, before, patch, after) => {
  expect(patched(before, patch)).toEqual(after)
})

const several = {
  l: [1, 'a', { x: 1, y: { x: 2 } }, { y: null }, [{ x: 3 }, 4], { x: [1, { x: 5 }] }],
  o: { a: { x: 1 }, b: 'text', c: null, d: [{ x: -1, _key: 'k' }] },
}

test.each([
  'l[*]',
  'l[*].x',
  'l[*].y.x',
  'l[*].z.x',
  'l[1:].x',
  'l[0,2,-1].x',
  'l[x > 0].x',
  'o.*',
  'o.*.x',
  'o[*].x.z',
  '..x',
  '..x.x',
  '..y.x',
  '..[0]',
  '..[0].x',
  '..d[*]',
])('%s is patched as its places are one by one', (path) => {
  const singles = placesOf(path, { ...system, ...several }).map(pathTo)
  const oneByOne = (patches: JsonObject[]) =>
    patches.reduce<JsonObject>((document, patch) => patched(document, patch), several)
  for (const operation of ['set', 'setIfMissing', 'inc', 'dec'] as const) {
    for (const value of operation === 'set' || operation === 'setIfMissing'
      ? [7, { x: 8 }, [9], null]
      : [2]) {
      const expected = oneByOne(singles.map((single) => ({ [operation]: { [single]: value } })))
      expect(patched(several, { [operation]: { [path]: value } })).toEqual(expected)
    }
  }
  const removed = oneByOne(singles.reverse().map((single) => ({ unset: [single] })))
  expect(patched(several, { unset: [path] })).toEqual(removed)
})

test('a patch leaves the document that it is given as it was', () => {
  const before = structuredClone(several)
  const given = { x: { x: 0 } }
  patched(several, { set: { '..x': given }, unset: ['l[*].y', 'o.*'], merge: { 'l[*]': { z: 1 } } })
  expect(several).toEqual(before)
  expect(given).toEqual({ x: { x: 0 } })
})

test.each([['_type'], ['_id']])('refuses to unset %s', (attribute) => {
  expect(() => patched({}, { unset: [attribute] })).toThrow(`immutable attribute "${attribute}"`)
})

test.each([
  ['goes through everything many times', '..a'.repeat(20), 'more than 4 times'],
  ['leads through too much', '..n[0:30000]..x[*]', 'leads through more than'],
  ['leads to too much', 'n[0:30000].x', 'leads to more than'],
  ['has many brackets', `n${'[0]'.repeat(5000)}`, 'more than 2000 characters'],
  ['has many steps', `n${'[0]'.repeat(150)}`, 'more than 100 steps'],
  [
    'looks for too much',
    `n[${Array.from({ length: 20 }, (_, index) => `x==${index}`).join()}]`,
    'leads through more than',
  ],
  ['is none', 'n[*', 'malformed path'],
])('refuses a path that %s', (_name, path, reason) => {
  const n = Array.from({ length: 30_000 }, () => ({ x: [[1], [2]] }))
  expect(() => patched({ n }, { set: { [path]: 1 } })).toThrow(reason)
})
