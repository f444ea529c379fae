import { beforeAll, describe, expect, test } from 'vitest'
import { Budget } from './budget.ts'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import { runQuery } from './queries.ts'
import type { Identity } from './types.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: 'e@example.com', roles: ['editor'] }
const dataset = new Dataset({ name: 'production', file: ':memory:' })
const authors = 300
const posts = 600

beforeAll(() => {
  const ref = (id: string) => ({ _type: 'reference', _ref: id })
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
  mutate(dataset, editor, [
    ...numbers(authors).map((n) => ({
      create: {
        _id: `a${n}`,
        _type: 'author',
        name: n % 2 ? 'Ann' : 'Zoe',
        friend: ref(`a${(n + 1) % authors}`),
      },
    })),
    ...numbers(posts).map((n) => ({
      create: {
        _id: `p${n}`,
        _type: 'post',
        n,
        author: ref(`a${n % authors}`),
        by: [ref(`a${n % authors}`)],
      },
    })),
    { create: { _id: 'list', _type: 'list', items: numbers(20_000) } },
  ])
})

const plenty = { time: 60_000, memory: 1_000_000_000 }

function stepsOf(query: string): { steps: number; result: unknown } {
  const budget = new Budget(plenty)
  const { result } = runQuery(dataset, { query, identity: editor }, budget)
  return { steps: budget.steps, result }
}

describe('a query inside a query', () => {
  const inner = '*[_type == "author" && name > "B"]._id'

  test.each([
    `count(*[_type == "post" && references(${inner})])`,
    `count(*[_type == "post" && author._ref in ${inner}])`,
    `count(*[_type == "post" && by[0]._ref in ${inner}])`,
    `count(*[_type == "post"][count(by[_ref in ${inner}]) > 0])`,
  ])('is answered once when it does not depend on the outer document: %s', (query) => {
    const { steps, result } = stepsOf(query)
    expect(result).toBe(posts / 2)
    expect(steps).toBeLessThan((authors + posts) * 30)
  })

  test('ten levels deep costs ten queries', () => {
    let query = '*[_type == "author" && name > "B"]._id'
    for (let level = 0; level < 10; level++) query = `*[_type == "author" && references(${query})]._id`
    const { steps, result } = stepsOf(`count(${query})`)
    expect(result).toBe(authors / 2)
    expect(steps).toBeLessThan(authors * 12 * 20)
  })

  test.each([
    ['count(*[_type == "post" && n < 3 && count(*[_type == "author" && _id == ^.author._ref]) == 1])', 3],
    ['count(*[_type == "post" && n < 3 && count(*[references(^.author._ref)]) > 2])', 3],
    ['*[_type == "post" && n < 2] | order(n) {"same": *[_type == "post" && n == ^.n].n}.same[0]', [0, 1]],
    ['*[_type == "post" && n < 2] | order(n) {"mine": *[_id in ^.by[]._ref]._id}.mine[0]', ['a0', 'a1']],
    ['*[_type == "author"][0..1]{"n": count(*[_type == "post" && references(^._id)])}.n', [2, 2]],
  ])('is answered for each document when it does: %s', (query, expected) => {
    expect(stepsOf(query).result).toEqual(expected)
  })
})

describe('a query that uses up what it may', () => {
  const ask = (query: string, budget: Budget) => runQuery(dataset, { query, identity: editor }, budget)

  test('is stopped when its time is over, with a 408 that says so', () => {
    let time = 0
    const clock = () => {
      time += 1
      return time
    }
    const query = 'count(*[count(*[n != ^.n]) > 1])'
    expect(() => ask(query, new Budget({ time: 20, memory: 1e12 }, clock))).toThrow(
      expect.objectContaining({
        status: 408,
        body: { error: { type: 'queryTimeoutError', description: expect.stringContaining('0.02 s') } },
      }),
    )
  })

  const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ')

  const longTexts = { a: words(20_000, 'xa'), b: words(20_000, 'xb') }
  const manyIds = { ids: Array.from({ length: 20_000 }, (_, n) => `i${n}`) }

  test.each([
    ['match', '$text match $pattern', { text: `${words(2000, 'x')} abc`, pattern: words(2000, 'a*c') }],
    ['match', '$text match $pattern', { text: 'é'.repeat(20_000), pattern: `*${'.é'.repeat(300)}y*` }],
    [
      'text::query',
      '$text match text::query($pattern)',
      { text: words(20_000, 'x'), pattern: words(2000, 'x') },
    ],
    [
      'a phrase',
      '$text match text::query($pattern)',
      { text: words(20_000, 'a'), pattern: `"${words(999, 'a')} b"` },
    ],
    ['path()', '$text in path($pattern)', { text: 'a.'.repeat(3000), pattern: `**.${'a.'.repeat(2000)}b` }],
    ['order()', '$list | order(@)', { list: Array.from({ length: 5000 }, (_, n) => (n * 7919) % 5003) }],
    ['array::compact()', '*[count(array::compact($list)) < 0]', { list: [...Array(50_000).keys()] }],
    ['array::unique()', '*[count(array::unique($list)) < 0]', { list: [...Array(50_000).keys()] }],
    ['a slice', '*[count($list[0..49999]) < 0]', { list: [...Array(50_000).keys()] }],
    ['string::split()', '*[count(string::split($text, ",")) < 0]', { text: 'x'.repeat(100_000) }],
    ['two patterns', '*[_type == "author" && ("q" match $a || "q" match $b)]', longTexts],
    [
      'two searches',
      '*[_type == "author" && ("q" match text::query($a) || "q" match text::query($b))]',
      longTexts,
    ],
    ['references() to many', '*[references($ids)]', manyIds],
    ['many ids', '*[_id in $ids]', manyIds],
    ['many texts', '*[_type == "author"]{"a": *[slug.current in $ids && n == ^.n]}', manyIds],
    ['many types', '*[_type in $ids]', manyIds],
    [
      'pt::text()',
      'pt::text($blocks)',
      {
        blocks: [{ _type: 'block', children: [...Array(100_000)].map(() => ({ _type: 'span', text: 'x' })) }],
      },
    ],
    [
      '+',
      '*[!defined($object + {"b": 1})]',
      { object: Object.fromEntries([...Array(5000).keys()].map((n) => [`k${n}`, n])) },
    ],
  ])('is stopped within %s as well', (_name, query, params) => {
    let looks = 0
    const clock = () => looks++
    const budget = new Budget({ time: 20, memory: 1e12 }, clock)
    expect(() => runQuery(dataset, { query, params, identity: editor }, budget)).toThrow(
      expect.objectContaining({ status: 408 }),
    )
  })

  test('is stopped while a source map is made', () => {
    let looks = 0
    const budget = new Budget({ time: 20, memory: 1e12 }, () => looks++)
    const request = { query: '*[_id == "list"]', resultSourceMap: true, identity: editor }
    expect(() => runQuery(dataset, request, budget)).toThrow(expect.objectContaining({ status: 408 }))
  })

  test.each([
    [
      'array::join()',
      'array::join($list, $text)',
      { list: words(5000, 'x').split(' '), text: 'x'.repeat(5000) },
    ],
    ['string::split()', 'string::split($text, "")', { text: 'x'.repeat(500_000) }],
  ])('is stopped before %s has made too much', (_name, query, params) => {
    const budget = new Budget({ time: 60_000, memory: 20_000_000 })
    expect(() => runQuery(dataset, { query, params, identity: editor }, budget)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })

  test('looks for common items once through each array', () => {
    const left = Array.from({ length: 5000 }, (_, n) => n)
    const params = { left, right: left.map((n) => -n - 1) }
    const budget = new Budget(plenty)
    const query = 'array::intersects($left, $right)'
    expect(runQuery(dataset, { query, params, identity: editor }, budget).result).toBe(false)
    expect(budget.steps).toBeLessThan(20_000)
  })

  const doubled = (name: string, start: string) =>
    `{"${name}": ${start}}${`{"${name}": ${name} + ${name}}`.repeat(40)}`

  test.each([
    doubled('list', '[1, 2]'),
    doubled('text', '"abcdefgh"'),
    '*{"a": *{"b": *{"c": *}}}',
    `{"a": [${Array.from({ length: 9 }, () => '...*').join()}]}${'{"a": [...a, ...a, ...a]}'.repeat(20)}`,
  ])('is stopped before it has made too much, with a 400 that says so: %.60s', (query) => {
    expect(() => ask(query, new Budget({ time: 60_000, memory: 20_000_000 }))).toThrow(
      expect.objectContaining({
        status: 400,
        body: { error: { type: 'queryMemoryLimitError', description: expect.stringContaining('20 MB') } },
      }),
    )
  })
})
