import { expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import type { Perspective } from './perspectives.ts'
import { runQuery } from './queries.ts'
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
]
/** What a score adds up; the Studio's search is the last. */
const SCORES = [
  'boost(title match text::query("camera"), 3), body match "lig*"',
  'boost(_type in ["page"] && title match text::query("cam*"), 5), ([@, _id] match text::query("cam*") || references("a1"))',
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
  const text = () => `${pick(['camera', 'story', 'light'])} ${pick(['camera', 'story', 'p1'])}`
  const ask = (query: string, perspective: Perspective) =>
    runQuery(dataset, { query, perspective, params: { slug: 'two' }, identity: editor }).result
  let found = 0
  for (let step = 0; step < 60; step++) {
    const id = pick(ids)
    const document = {
      _id: id,
      _type: id?.includes('a1') ? 'author' : 'page',
      title: text(),
      slug: pick([{ _type: 'slug', current: pick(['one', 'two']) }, 'one', null]),
      author: { _type: 'reference', _ref: pick(['a1', 'p1']), _weak: true },
      body: [{ _type: 'block', _key: 'b', children: [{ _type: 'span', _key: 's', text: text() }] }],
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
