import { evaluate as evaluateByGroqJs, parse } from 'groq-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import { mutate } from '../mutations.ts'
import { runQuery } from '../queries.ts'
import type { Identity } from '../types.ts'

const editor: Identity = { id: 'e1', role: 'editor' }
const dataset = new Dataset({ name: 'production', file: ':memory:' })

beforeAll(() => {
  const buildReference = (id: string, extra = {}) => ({ _type: 'reference', _ref: id, ...extra })
  const buildSpan = (text: string) => ({ _type: 'span', _key: `s-${text}`, text, marks: [] })
  const documents = [
    { _id: 'ada', _type: 'author', name: 'Ada', age: 36, born: '1815-12-10T00:00:00Z' },
    { _id: 'bob', _type: 'author', name: 'Bob', age: 41 },
    {
      _id: 'p1',
      _type: 'post',
      title: 'Hello studio world',
      slug: { current: 'hello' },
      author: buildReference('ada'),
      tags: ['audio', 'video', 'audio'],
      rating: 4.5,
      live: true,
      body: [
        { _type: 'block', _key: 'b1', children: [buildSpan('one'), buildSpan('two')] },
        { _type: 'image', _key: 'i1', asset: buildReference('image-1', { _weak: true }), alt: 'A "picture"' },
      ],
      related: [
        buildReference('bob', { _key: 'r1' }),
        buildReference('missing', { _key: 'r2', _weak: true }),
      ],
    },
    { _id: 'p2', _type: 'post', title: 'Another', author: buildReference('bob'), rating: 3, tags: [] },
    {
      _id: 'p3',
      _type: 'post',
      rating: null,
      matrix: [
        { _key: 'x', v: [1, 2] },
        { _key: 'y', v: [3] },
      ],
    },
    { _id: 'drafts.p2', _type: 'post', title: 'Another, edited', author: buildReference('ada') },
  ]
  mutate(
    dataset,
    editor,
    documents.map((create) => ({ create })),
  )
})

const PARAMS = { type: 'post', ids: ['p1', 'ada', 'nope'], limit: 2, slug: 'hello', empty: [] }

// Queries with the nodes that the evaluator implements, and with operators and functions that groq-js evaluates for it.
const QUERIES = [
  '*',
  '*[_type == $type && slug.current == $slug][0]{..., "author": author->name}',
  '*[_id in $ids]._id',
  '*[_id in $empty]',
  '*[_id == "p1" || _type == "author"]._id',
  '*[_type == "post"] | order(rating desc, title asc)[0...$limit]{title, rating}',
  '*[_type == "post"] | order(_id)[-2..-1]._id',
  '*[_type == "post"]|order(author->name asc, _id desc){_id}',
  '*[_type == "post"].tags[]',
  '*[_type == "post"]{"related": related[]->{name}, "names": related[]->name}',
  '*[_type == "author"]{name, "posts": *[_type == "post" && references(^._id)] | order(_id){title, "by": ^.name}}',
  '*[references($ids)] | order(_id)._id',
  '*[_id == "p1"]{body[]{..., _type == "image" => {"id": asset._ref, alt}, _type == "block" => {"t": children[].text}}}',
  '*[_id == "p1"][0]{...select(live => {"on": true}, {"on": false}), title}',
  '*[_id == "p1"][0]{"x": select(rating > 5 => "high", rating > 4.6 => "low", "none")}',
  '*[_id == "p3"][0]{"flat": matrix[].v[], "k": matrix[_key == "y"][0].v, "nested": matrix[].v}',
  '*[_id == "p1"][0]{"p": pt::text(body), "l": length(title), "n": count(tags), "t": array::unique(tags)}',
  '*[_type == "post"]{"t": coalesce(title, slug.current, "untitled")}',
  '*[_type == "author" && age in 36..40]{"d": dateTime(born), "next": dateTime(born) + 60}',
  '*[_type == "author" && !defined(born)]._id',
  '*[!(_id in path("drafts.**"))]._id',
  '*[[title, slug.current] match ["studio"]]._id',
  '{"a": 1 + 2, "c": [1] + [2], "f": -(3), "g": 1 / 0, "h": [1, 2, ...[3, 4]]}',
  '{"a": true && null, "b": false && null, "c": true || null, "d": null || false, "e": !null}',
  '*[_id == "p1"][0]{"deep": body[_type == "block"]{children[]{"root": ^.^.title, text}}}',
  '*[_type == "post"]{_id, "same": *[_id == ^._id][0].title}',
  '*[_id == "p1"][0].body[0].children[1].text',
  '*[_id == "p1"][0].tags[1..5]',
  '*[_id == "p1"][0].nothing.at.all[]',
  '*[_id == "p1"][0]{"a": @.title, "b": @, ...author->{name}}',
  '*[_type == "post" && sanity::versionOf("p2")] | order(_id)._id',
]

describe('the evaluator', () => {
  test.each(QUERIES)('returns the same result as groq-js for %s', async (query) => {
    const documents = [...dataset.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    const value = await evaluateByGroqJs(parse(query, { params: PARAMS }), {
      dataset: documents,
      params: PARAMS,
    })
    const expected = JSON.parse(JSON.stringify((await value.get()) ?? null))
    for (const resultSourceMap of [false, true]) {
      const { result } = runQuery(dataset, { query, params: PARAMS, identity: editor, resultSourceMap })
      expect(result).toEqual(expected)
    }
  })
})

const run = (query: string) => runQuery(dataset, { query, identity: editor }).result

test('text::query matches words, prefixes and phrases, but no value with an excluded word', () => {
  expect(run('*[[@, _id] match text::query("*")]._id')).toHaveLength(6)
  expect(run('*[@ match text::query("studio wor*")]._id')).toEqual(['p1'])
  expect(run('*[title match text::query("\\"studio world\\"")]._id')).toEqual(['p1'])
  expect(run('*[title match text::query("\\"world studio\\"")]._id')).toEqual([])
  expect(run('*[_type == "post" && title match text::query("another -edited")]._id')).toEqual(['p2'])
})

test('score() ranks by a boosted text match and by references()', () => {
  const result = run(
    '*[_type == "post"] | score(boost(title match text::query("another"), 5), references("ada")) {_id, _score}',
  )
  expect(result).toMatchObject([
    { _id: 'drafts.p2' },
    { _id: 'p2' },
    { _id: 'p1', _score: 1 },
    { _id: 'p3', _score: 0 },
  ])
})

test.each([
  ['an incomplete query', 400, '*[_type == ', { type: 'queryParseError', query: '*[_type == ' }],
  [
    'a missing parameter',
    400,
    '*[_id == $id]',
    { description: 'param $id referenced, but not provided', start: 9, end: 12 },
  ],
  ['an unknown function', 400, 'nope(1)', { type: 'queryParseError', start: 0 }],
  ['an overlong query', 400, `{${'a: 1,'.repeat(4000)}a: 1}`, { description: 'The query is too long' }],
  ['geo::distance', 501, 'geo::distance(1, 2)', { type: 'notImplemented' }],
  ['documents::get', 501, 'documents::get("ada")', { type: 'notImplemented' }],
])('rejects %s with %i', (_name, status, query, error) => {
  let failure: unknown
  try {
    run(query)
  } catch (thrown) {
    failure = thrown instanceof ApiError ? [thrown.status, thrown.body] : thrown
  }
  expect(failure).toMatchObject([status, { error }])
})
