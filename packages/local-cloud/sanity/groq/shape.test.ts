import { expect, test } from 'vitest'
import { Dataset } from '../dataset.ts'
import { runQuery } from '../queries.ts'

const dataset = new Dataset({ name: 'production', file: ':memory:' })
const ask = (query: string, params = {}) => runQuery(dataset, { query, params, identity: null }).result
const many = (count: number, text: (n: number) => string, separator: string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(separator)

test.each([
  ['or', `*[${many(20_000, (n) => `a == ${n}`, ' || ')}]`],
  ['plus', many(20_000, (n) => `${n}`, ' + ')],
  ['brackets', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
  ['items of items', `*${'[0]'.repeat(20_000)}`],
  ['negations', `${'!'.repeat(20_000)}true`],
  ['projections', `*${'{a}'.repeat(20_000)}`],
  ['attributes', `*[0]${'.a'.repeat(20_000)}`],
  ['references', `*[0]${'->'.repeat(20_000)}`],
  ['chains in chains', `${'(1'.repeat(150)}${`${' + 1'.repeat(900)})`.repeat(150)}`],
  ['text', `"${'x'.repeat(600_000)}"`],
])('refuses an expression of too many %s', (_name, query) => {
  expect(() => ask(query)).toThrow(
    expect.objectContaining({
      status: 400,
      body: { error: expect.objectContaining({ type: 'queryParseError' }) },
    }),
  )
})

test('refuses parameters that nest deeply', () => {
  let deep: unknown = 1
  for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep] : { deep }
  expect(() => ask('$deep', { deep })).toThrow(expect.objectContaining({ status: 400 }))
})

test('takes what queries are made of', () => {
  expect(ask(many(400, (n) => `${n}`, ' + '))).toBe(79_800)
  expect(ask(`[${many(3000, (n) => `${n}`, ', ')}]`)).toHaveLength(3000)
  expect(ask(`{${many(1500, (n) => `"a${n}": 1 + 1, // [[[[`, '\n')}\n"b": 1}`)).toMatchObject({ a1499: 2 })
  expect(ask(`"${'(+'.repeat(3000)}"`)).toHaveLength(6000)
})
