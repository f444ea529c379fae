import { expect, test, vi } from 'vitest'
import { until } from '../testing/testCloud.ts'
import { Budget } from './budget.ts'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import type { Perspective } from './perspectives.ts'
import { runQuery } from './queries.ts'
import { SortedIndex } from './sortedIndex.ts'
import { TextIndex } from './textIndex.ts'
import type { Identity } from './types.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
const perspectives: Perspective[] = ['raw', [], ['drafts']]

/** Filters that an index answers, and what comes after them. */
const FILTERS: [filter: string, rest: string][] = [
  ['slug.current == "one"', '._id'],
  ['$slug == slug.current && _type == "page"', '{_id, title}'],
  ['slug.current in ["one", "two"]', '._id'],
  ['_originalId == "drafts.p1"', '._id'],
  ['author._ref == "a1"', '._id'],
  ['slug == "one"', '._id'],
  ['@ match text::query("camera")', '._id'],
  ['title match text::query("cam* -story")', '._id'],
  ['[@, _id] match text::query("p1")', '._id'],
  ['[@, _id] match text::query("\\"camera story\\"") || references("a1")', '._id'],
  ['author->title match text::query("story")', '._id'],
  ['@ match text::query("*")', '._id'],
  ['@ match text::query("-story")', '._id'],
  ['pt::text(body) match text::query("light")', '._id'],
  ['pt::text(body) match text::query("lightstory")', '._id'],
  ['pt::text(body) match "*htst*"', '._id'],
  ['title match "cam*"', '._id'],
  ['title match "*er*"', '{_id}'],
  ['title match "*mera"', '{_id}'],
  ['title match "*ÉRA" || title match "*o*y"', '[0...2]{_id}'],
  ['title match "story"', '[0...2]{_id}'],
  ['title match "st*" && _type == "page"', '{_id}[1...2]'],
  ['_type == "page"', '[1]._id'],
  ['rank > 0', '[0...1]._id'],
  ['title match "STORY cam*ra"', '._id'],
  ['title match ["st*", "light"] && _type == "page"', '._id'],
  ['[title, author->title] match "light"', '._id'],
  ['title match "semi-colon" || title match "dotted"', '._id'],
  ['title match "café"', '._id'],
  ['_id match "p*"', '._id'],
  ['"camera" match "cam*"', '._id'],
  ['title match "*"', '._id'],
  ['title match author->title', '._id'],
]
/** What a score adds up; the Studio's search is the last. */
const SCORES = [
  'boost(title match text::query("camera"), 3), body match "lig*"',
  'boost(_type in ["page"] && title match text::query("cam*"), 5), ([@, _id] match text::query("cam*") || references("a1"))',
]
/** Orders that an index has, or that look as if one had them; the Studio's lists are the first. */
const ORDERS = [
  '*[_type in $types && ([@, _id] match text::query("*") || references("")) && (_type == "page")] {_type, _id, _originalId, "orderings": [_updatedAt]} | order(orderings[0] desc)',
  '*[_type == "page"]{_id, "orderings": [title, rank]} | order(lower(orderings[0]) asc, orderings[1] desc)',
  '*[_type == "page"]{_id, "orderings": [date]} | order(dateTime(orderings[0]) desc)',
  '*[_type in $types] | order(rank desc){_id, rank}',
  '*[_type in $types] | order(rank){_id}',
  '*[_type == "page" && rank > 1] | order(rank desc, title, _id desc){_id}',
  '*[_type == "page" || _type == "author"] | order(slug.current desc){_id}',
  '*[_type == "page"] | order(_id desc){_id}',
  '*[_type == "page"] | order(_originalId){_id}',
  '*[_type == "page"]{..., "rank": title} | order(rank){_id}',
  '*[_type == "page"]{"rank": title, ...} | order(rank){_id}',
  '*[_type == "page"]{...author->, _id} | order(rank){_id}',
  '*[author->title match "camera"] | order(rank){_id}',
  '*[] | order(title desc){_id}',
  '*[_type == "page" && slug.current == "one"] | order(rank){_id}',
  '*[_type == "page"] | order(title) | order(rank){_id}',
  // These come by id.
  '*[_type in $types && rank > 1]{_id}',
  '*[title match "*amera" || _type == "author"]{_id}',
  '*[]{_id}',
]

function random(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 0) / 4_294_967_296) * limit)
  }
}

test('an answer from an index is the answer that looking at every document gives', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const next = random(7)
  const pick = <T>(items: readonly T[]): T | undefined => items[next(items.length)]
  const ids = ['p1', 'p2', 'p3', 'a1', 'drafts.p1', 'drafts.p2', 'drafts.a1', 'versions.r.p3']
  const text = () =>
    `${pick(['camera', 'story', 'light', 'semi-colon', 'dot.ted', 'Café'])} ${pick(['camera', 'story', 'p1'])}`
  const ask = (query: string, perspective: Perspective) =>
    runQuery(dataset, { query, perspective, params: { slug: 'two' }, identity: editor }).result
  const span = (words: string) => ({ _type: 'span', _key: words, text: words })
  let found = 0
  for (let step = 0; step < 60; step++) {
    const id = pick(ids)
    const document = {
      _id: id,
      _type: id?.includes('a1') ? 'author' : 'page',
      title: text(),
      slug: pick([{ _type: 'slug', current: pick(['one', 'two']) }, 'one', null]),
      author: { _type: 'reference', _ref: pick(['a1', 'p1']), _weak: true },
      rank: next(2),
      body: [{ _type: 'block', _key: 'b', children: [span(text()), span(text())] }],
    }
    mutate(dataset, editor, [next(5) === 0 ? { delete: { id } } : { createOrReplace: document }])
    for (const perspective of perspectives) {
      for (const [filter, rest] of FILTERS) {
        const indexed = ask(`*[${filter}]${rest}`, perspective)
        // Compared with true, the condition is nothing that an index knows.
        const slow = ask(`*[(${filter}) == true]${rest}`, perspective)
        expect([step, filter, perspective, indexed]).toEqual([step, filter, perspective, slow])
        if (Array.isArray(indexed)) found += indexed.length
      }
      for (const identity of [editor, null]) {
        const count = (query: string) => runQuery(dataset, { query, perspective, identity }).result
        const told = [step, perspective, identity?.id]
        expect([...told, count('count(*)')]).toEqual([...told, count('count(*[true == true])')])
        for (const type of ['page', 'author', 'none']) {
          const known = count(`count(*[_type == "${type}"])`)
          expect([...told, type, known]).toEqual([
            ...told,
            type,
            count(`count(*[(_type == "${type}") == true])`),
          ])
        }
      }
      for (const score of SCORES) {
        const rest = '| order(_score desc, _id asc){_id, _score}'
        const indexed = ask(
          `*[_type in ["page", "author"]] | score(${score})[_score > 0] ${rest}`,
          perspective,
        )
        const slow = ask(`*[_type in ["page", "author"]] | score(${score})[0 < _score] ${rest}`, perspective)
        expect([step, score, perspective, indexed]).toEqual([step, score, perspective, slow])
      }
    }
  }
  expect(found).toBeGreaterThan(1000)
})

test('the first of an order are those that putting everything in order gives', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const next = random(11)
  const pick = <T>(items: readonly T[]): T | undefined => items[next(items.length)]
  const ids = ['p1', 'p2', 'p3', 'p4', 'a1', 'drafts.p1', 'drafts.p4', 'drafts.a1', 'versions.r.p3']
  const anybody: Identity = null
  const ask = (query: string, perspective: Perspective, identity: Identity) =>
    runQuery(dataset, { query, perspective, params: { types: ['author', 'page'] }, identity }).result
  let found = 0
  for (let step = 0; step < 25; step++) {
    const id = pick(ids)
    const document = {
      _id: id,
      _type: next(6) === 0 ? 'author' : 'page',
      title: pick(['Camera', 'camera', 'story', 'Light', undefined]),
      slug: pick([{ _type: 'slug', current: pick(['one', 'two']) }, 'one', null]),
      date: pick(['2026-01-02T00:00:00Z', '2026-01-02T01:00:00+02:00', '2025-12-31T00:00:00Z', 'never']),
      author: { _type: 'reference', _ref: 'a1', _weak: true },
      rank: pick([1, 2, 10, '10', 'a', true, false, null, undefined, [1], { of: 1 }]),
    }
    mutate(dataset, editor, [next(5) === 0 ? { delete: { id } } : { createOrReplace: document }])
    for (const [perspective, identity] of [
      ...perspectives.map((perspective) => [perspective, editor] as const),
      ['raw', anybody] as const,
      [['drafts'], anybody] as const,
    ]) {
      for (const order of ORDERS) {
        const all = ask(order, perspective, identity)
        if (!Array.isArray(all)) throw new Error(`${order} found no list`)
        const told = [step, order, perspective]
        const [start, end] = [next(3), next(5)]
        const part = ask(`${order}[${start}...${end}]`, perspective, identity)
        expect([...told, start, end, part]).toEqual([...told, start, end, all.slice(start, end)])
        expect([...told, ask(`${order}[${start}]`, perspective, identity)]).toEqual([
          ...told,
          all[start] ?? null,
        ])
        found += all.length
      }
    }
  }
  expect(found).toBeGreaterThan(1000)
})

test('the first of an order are found without looking at the others', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const creations = Array.from({ length: 500 }, (_, rank) => ({
    create: { _id: `p${rank}`, _type: 'page', rank },
  }))
  mutate(dataset, editor, creations)
  const seen = vi.spyOn(dataset, 'get')
  const { result } = runQuery(dataset, {
    query: '*[_type == "page"]{_id, "orderings": [rank]} | order(orderings[0] desc)[0...3]._id',
    perspective: ['drafts'],
    identity: editor,
  })
  expect(result).toEqual(['p499', 'p498', 'p497'])
  expect(seen.mock.calls.length).toBeLessThan(20)
})

test('the first of those with a word that most have are found without looking at the others', async () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const creations = Array.from({ length: 2000 }, (_, rank) => ({
    create: {
      _id: `p${rank}`,
      _type: 'page',
      rank,
      title: `${rank % 4 === 0 ? 'rare' : 'common'} t${rank}x`,
    },
  }))
  mutate(dataset, editor, creations)
  const stepsOf = (query: string, perspective: Perspective) => {
    const budget = new Budget({ time: 60_000, memory: 1e9 })
    runQuery(dataset, { query, perspective, identity: editor }, budget)
    return budget.steps
  }
  await until(() => stepsOf('*[title match "t777x"]', []) < 50)
  const queries = [
    '*[_type == "page" && title match "common"][0...10]._id',
    '*[title match "comm*" || title match "*are"]{_id}[0...10]',
    '*[_type == "page" && @ match text::query("common")] | order(rank desc)[0...10]{_id}',
    '*[_type == "page"][0...10]._id',
    '*[_type == "page" && rank >= 0][5]',
    'count(*)',
    'count(*[title match "*777x"])',
  ]
  for (const perspective of perspectives) {
    for (const query of queries) expect([query, stepsOf(query, perspective) < 500]).toEqual([query, true])
    // Those that have it are few enough, or none has it where it is looked for.
    expect(stepsOf('*[title match "t1*x"][0...10]', perspective)).toBeLessThan(5000)
    expect(stepsOf('*[slug match "common"][0...10]', perspective)).toBeLessThan(15_000)
  }
})

test('words that come and go are found by their beginnings and ends', () => {
  const index = new TextIndex()
  const page = (n: number) => ({
    ...{ _id: `p${n}`, _type: 'page', _rev: 'r', _createdAt: '', _updatedAt: '' },
    title: `word${n}x`,
  })
  const found = (...parts: string[]) => [...(index.findParts([parts]) ?? [])].sort()
  for (let n = 0; n < 100; n++) index.put(page(n))
  expect(found('word7', '')).toHaveLength(11)
  expect(found('', '77x')).toEqual(['p77'])
  for (let n = 100; n < 1500; n++) index.put(page(n))
  expect(found('word77', '')).toHaveLength(11)
  expect(found('', '77x')).toHaveLength(15)
  expect(found('', 'rd77', '')).toHaveLength(11)
  index.remove(page(77))
  index.put(page(1577))
  expect(found('word77', '')).toHaveLength(10)
  expect(found('', '77x')).toContain('p1577')
})

test('indexes start over when the dataset is emptied', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const ask = () =>
    runQuery(dataset, { query: 'count(*[slug == "x" || @ match text::query("x")])', identity: editor }).result
  mutate(dataset, editor, [{ create: { _id: 'a', _type: 't', slug: 'x' } }])
  expect(ask()).toBe(1)
  dataset.clear()
  expect(ask()).toBe(0)
  mutate(dataset, editor, [{ create: { _id: 'b', _type: 't', slug: 'x' } }])
  expect(ask()).toBe(1)
})

test('how many documents of a type there are is known, and where a word stands soon', async () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const creations = Array.from({ length: 1000 }, (_, n) => ({
    create: { _id: `p${n}`, _type: 'page', title: `page ${n}`, n },
  }))
  mutate(dataset, editor, creations)
  const stepsOf = (query: string, perspective: Perspective = []) => {
    const budget = new Budget({ time: 60_000, memory: 1e9 })
    expect(runQuery(dataset, { query, perspective, identity: editor }, budget).result).toBeGreaterThan(0)
    return budget.steps
  }
  expect(stepsOf('count(*[n >= 0])')).toBeGreaterThan(1000)
  for (const perspective of perspectives) {
    expect(stepsOf('count(*[_type == "page"])', perspective)).toBeLessThan(20)
  }
  // The first search does not wait for the index, and goes through everything.
  const searches = ['count(*[title match "777"])', 'count(*[@ match text::query("777")])']
  for (const search of searches) expect(stepsOf(search)).toBeGreaterThan(1000)
  await until(() => searches.every((search) => stepsOf(search) < 50))
  mutate(dataset, editor, [{ patch: { id: 'p1', set: { title: 'changed' } } }])
  expect(stepsOf('count(*[title match "chang*"])')).toBeLessThan(50)
  // Nor does a write of many documents, which brings more words than anything else.
  const taken = vi.spyOn(TextIndex.prototype, 'put')
  mutate(dataset, editor, [{ patch: { query: '*[_type == "page"]', set: { title: 'other' } } }])
  expect(taken).not.toHaveBeenCalled()
  expect(stepsOf('count(*[title match "other"])')).toBeGreaterThan(1000)
  await until(() => stepsOf('1 + count(*[title match "changed"])') < 50)
})

test('a change of many documents makes the orders again, instead of finding each its place', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const numbers = Array.from({ length: 600 }, (_, n) => n)
  const write = (rank: (n: number) => number) =>
    mutate(
      dataset,
      editor,
      numbers.map((n) => ({ createOrReplace: { _id: `p${n}`, _type: 'post', rank: rank(n) } })),
    )
  const first = () =>
    runQuery(dataset, { query: '*[_type == "post"] | order(rank)[0]._id', identity: editor }).result
  write((n) => n)
  expect(first()).toBe('p0')
  const placed = vi.spyOn(SortedIndex.prototype, 'put')
  write((n) => -n)
  expect(placed).not.toHaveBeenCalled()
  placed.mockRestore()
  expect(first()).toBe('p599')
})
