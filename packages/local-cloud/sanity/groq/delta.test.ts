import { evaluate, parse } from 'groq-js'
import { describe, expect, test } from 'vitest'
import { Dataset } from '../dataset.ts'
import { matchesChange, runQuery } from '../queries.ts'
import type { SanityDocument } from '../types.ts'

const dataset = new Dataset({ name: 'production', file: ':memory:' })
const time = '2026-01-01T00:00:00Z'
const [one, two] = [
  { _key: 'k1', t: 1 },
  { _key: 'k2', t: 2 },
]
const before: SanityDocument = {
  ...{ _id: 'a', _type: 'post', _rev: 'r', _createdAt: time, _updatedAt: time },
  ...{ title: 'T', tags: ['x', 'y'], items: [one, two], object: { a: 1, b: 2 } },
}
const changes = [
  { tags: ['z', 'x', 'y'] },
  { tags: ['y', 'x'] },
  { tags: ['x'] },
  { tags: null },
  { items: [two, one] },
  { items: [{ _key: 'k0', t: 0 }, one, two] },
  { items: [one] },
  { items: [one, { ...two, t: 3 }] },
  { object: { a: 1 } },
  { title: 'U' },
  {},
]
const selectors = [
  ...['title', 'tags', 'tags[]', 'items', 'items[]', 'items[].t', 'items[_key == "k2"].t', 'items[t > 1]'],
  ...['object', 'object.b', '(title, tags)', 'anywhere(t == 2)'],
]

describe.each(['changedAny', 'changedOnly'])('%s', (name) => {
  test.each(selectors)('of %s says what the vendor’s own evaluator says', async (selector) => {
    for (const change of changes) {
      const after = { ...before, ...change }
      const query = `diff::${name}($before, $after, ${selector})`
      const params = { before, after }
      const theirs: unknown = await (await evaluate(parse(query, { params }), { params })).get()
      const ours = runQuery(dataset, { query, params, identity: null }).result
      const inHook = matchesChange(`delta::${name}(${selector})`, { before, after }, dataset)
      expect([change, ours, inHook]).toEqual([change, theirs, theirs])
    }
  })
})
