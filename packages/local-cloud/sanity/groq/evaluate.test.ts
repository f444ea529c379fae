import { evaluate as evaluateByGroqJs, parse } from 'groq-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import { mutate } from '../mutations.ts'
import { runQuery } from '../queries.ts'
import type { Identity } from '../types.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: 'e@example.com', roles: ['editor'] }
const dataset = new Dataset({ name: 'production', file: ':memory:' })

beforeAll(() => {
  const ref = (id: string, extra = {}) => ({ _type: 'reference', _ref: id, ...extra })
  const span = (text: string) => ({ _type: 'span', _key: `s-${text}`, text, marks: [] })
  mutate(dataset, editor, [
    { create: { _id: 'ada', _type: 'author', name: 'Ada', age: 36, born: '1815-12-10T00:00:00Z' } },
    { create: { _id: 'bob', _type: 'author', name: 'Bob', age: 41 } },
    {
      create: {
        _id: 'p1',
        _type: 'post',
        title: 'Hello studio world',
        slug: { current: 'hello' },
        author: ref('ada'),
        tags: ['audio', 'video', 'audio'],
        rating: 4.5,
        live: true,
        body: [
          { _type: 'block', _key: 'b1', children: [span('one'), span('two')] },
          { _type: 'image', _key: 'i1', asset: ref('image-1', { _weak: true }), alt: 'A "picture"' },
        ],
        related: [ref('bob', { _key: 'r1' }), ref('missing', { _key: 'r2', _weak: true })],
      },
    },
    { create: { _id: 'p2', _type: 'post', title: 'Another', author: ref('bob'), rating: 3, tags: [] } },
    {
      create: {
        _id: 'p3',
        _type: 'post',
        rating: null,
        matrix: [
          { _key: 'x', v: [1, 2] },
          { _key: 'y', v: [3] },
        ],
      },
    },
    { create: { _id: 'drafts.p2', _type: 'post', title: 'Another, edited', author: ref('ada') } },
  ])
})

const PARAMS = { type: 'post', ids: ['p1', 'ada', 'nope'], limit: 2, slug: 'hello', empty: [] }

// The vendor's own evaluator says what is right for everything it has; ours adds source maps.
const QUERIES = [
  '*',
  'count(*)',
  '*[_type == "post"]{_id, title}',
  '*[_type == $type && slug.current == $slug][0]{..., "author": author->name}',
  '*[_id in $ids]._id',
  '*[_id in $empty]',
  '*["post" == _type]._id',
  '*[_type in ["post", "author"]] | order(_id desc)._id',
  '*[_type == "post" && (_id == "p1" || _id == "p2")]._id',
  '*[_id == "p1" || _type == "author"]._id',
  '*[_type == "post"] | order(rating desc, title asc)[0...$limit]{title, rating}',
  '*[_type == "post"] | order(title)[0..1]._id',
  '*[_type == "post"] | order(_id)[-2..-1]._id',
  '*[_type == "post"].author->name',
  '*[_type == "post"].tags[]',
  '*[_type == "post"]{"related": related[]->{name}}',
  '*[_type == "post"]{"r": related[]->name}',
  '*[_type == "author"]{name, "posts": *[_type == "post" && references(^._id)] | order(_id){title, "by": ^.name}}',
  '*[_type == "author"]{name, "n": count(*[references(^._id)])}',
  '*[references("ada")] | order(_id)._id',
  '*[references($ids)] | order(_id)._id',
  '*[_id == "p1"]{body[]{..., _type == "image" => {"id": asset._ref, alt}, _type == "block" => {"t": children[].text}}}',
  '*[_id == "p1"][0]{"x": select(rating > 4 => "high", rating > 2 => "low", "none")}',
  '*[_id == "p1"][0]{...select(live => {"on": true}, {"on": false}), title}',
  '*[_id == "p3"][0]{"flat": matrix[].v[], "k": matrix[_key == "y"][0].v}',
  '*[_id == "p3"][0].matrix[].v',
  '*[_id == "p1"][0]{"t": array::unique(tags), "j": array::join(tags, "/"), "c": array::compact([1, null, 2])}',
  '*[_id == "p1"][0]{"u": upper(title), "s": string::split(title, " "), "w": string::startsWith(title, "Hello")}',
  '*[_id == "p1"][0]{"p": pt::text(body), "l": length(title), "n": length(tags)}',
  '*[_type == "post"]{"t": coalesce(title, slug.current, "untitled")}',
  '*[_type == "author" && age > 36]._id',
  '*[_type == "author" && age in 36..40]._id',
  '*[_type == "author" && !defined(born)]._id',
  '*[_type == "author" && dateTime(born) < dateTime("1900-01-01T00:00:00Z")]._id',
  '*[_type == "author"]{"d": dateTime(born)}',
  '*[_type == "author"]{"next": dateTime(born) + 60}',
  '*[_id in path("drafts.**")]._id',
  '*[!(_id in path("drafts.**"))]._id',
  '*[title match "hel*"]._id',
  '*[[title, slug.current] match ["studio"]]._id',
  '{"a": 1 + 2, "b": "x" + "y", "c": [1] + [2], "d": 7 % 4, "e": 2 ** 3, "f": -(3), "g": 1 / 0}',
  '{"a": null == null, "b": 1 == "1", "c": {} == {}, "d": null != 1, "e": true > false, "f": 1 > "a"}',
  '{"a": true && null, "b": false && null, "c": true || null, "d": null || false, "e": !null}',
  'math::sum(*[_type == "author"].age) + math::max([1, 5])',
  '[1, 2, ...[3, 4]]',
  '*[_type == "post"]{"outer": title, "inner": body[]{"title": ^.title, "k": _key}}',
  '*[_id == "p1"][0]{"deep": body[_type == "block"]{children[]{"root": ^.^.title, text}}}',
  '*[_type == "post"]{_id, "same": *[_id == ^._id][0].title}',
  '*[_type == "post"][defined(title)] | order(lower(title)) {title}',
  '*[_id == "p1"][0].author->{"posts": *[_type == "post" && author._ref == ^._id]._id}',
  '*[_id == "p1"][0]["title"]',
  '*[_id == "p1"][0].body[0].children[1].text',
  '*[_id == "p1"][0].tags[1..5]',
  '*[_id == "p1"][0].nothing.at.all[]',
  '*[_id == "p1"][0]{title, ...author->{name}}',
  '*[_id == "p1"][0]{"a": @.title, "b": @}',
  '*[_type == "post" && sanity::versionOf("p2")] | order(_id)._id',
  'string(5) + string(true)',
  'sanity::projectId() + sanity::dataset()',
  'round(3.14159, 2)',
  '*[_type == "post"] | order(coalesce(title, "zzz"))._id',
  '*[_type == "post"]|order(author->name asc, _id desc){_id}',
  '[array::intersects(["a", 1, null], [null]), array::intersects([1, true], ["1", "true"]), array::intersects(1, [1])]',
  'array::intersects([{"a": 1}, [1]], [{"a": 1}, [1]])',
  'array::intersects([dateTime("2020-01-01T00:00:00Z")], [dateTime("2020-01-01T01:00:00+01:00")])',
  '[string::split("a,b", ","), string::split("", ""), string::split("äö", ""), string::split(1, "")]',
  '["a.b.c" in path("a.**"), "a" in path("a.**"), "a.b" in path("*.b")]',
]

describe('against groq-js', () => {
  test.each(QUERIES)('%s', async (query) => {
    const documents = [...dataset.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    const expected = await evaluateByGroqJs(parse(query, { params: PARAMS }), {
      dataset: documents,
      params: PARAMS,
      sanity: { projectId: 'local', dataset: 'production' },
      identity: 'e1',
    })
    const theirs = JSON.parse(JSON.stringify((await expected.get()) ?? null))
    for (const resultSourceMap of [false, true]) {
      const ours = runQuery(dataset, { query, params: PARAMS, identity: editor, resultSourceMap })
      expect(JSON.parse(JSON.stringify(ours.result))).toEqual(theirs)
    }
  })
})

describe('beyond groq-js', () => {
  const ask = (query: string, params = {}) => runQuery(dataset, { query, params, identity: editor }).result

  test('text::query finds all words, prefixes and phrases, and leaves out what is excluded', () => {
    expect(ask('*[[@, _id] match text::query("*")]._id')).toHaveLength(6)
    expect(ask('*[@ match text::query("studio wor*")]._id')).toEqual(['p1'])
    expect(ask('*[title match text::query("\\"studio world\\"")]._id')).toEqual(['p1'])
    expect(ask('*[title match text::query("\\"world studio\\"")]._id')).toEqual([])
    expect(ask('*[_type == "post" && title match text::query("another -edited")]._id')).toEqual(['p2'])
  })

  test('score ranks by text, boost and references', () => {
    const query =
      '*[_type == "post"] | score(boost(title match text::query("another"), 5), references("ada")) {_id, _score}'
    const result = ask(query)
    expect(result).toMatchObject([
      { _id: 'drafts.p2' },
      { _id: 'p2' },
      { _id: 'p1', _score: 1 },
      { _id: 'p3', _score: 0 },
    ])
  })

  test('documents::get and documents::incomingRefCount', () => {
    expect(ask('*[_id == "p1"][0]{"a": documents::get(author).name}')).toEqual({ a: 'Ada' })
    expect(ask('*[_type == "author"]{"n": documents::incomingRefCount()}')).toEqual([{ n: 2 }, { n: 2 }])
  })

  test('more digits than a number has leave it as it is', () => {
    expect(ask('round(1.5, 1000)')).toBe(1.5)
  })

  test('a syntax error says where', () => {
    const failure = (query: string, params = {}) => {
      try {
        ask(query, params)
      } catch (error) {
        return error instanceof ApiError ? [error.status, error.body] : error
      }
    }
    expect(failure('*[_type == ')).toMatchObject([
      400,
      { error: { type: 'queryParseError', query: '*[_type == ' } },
    ])
    expect(failure('*[_id == $id]')).toMatchObject([
      400,
      { error: { description: 'param $id referenced, but not provided', start: 9, end: 12 } },
    ])
    expect(failure('nope(1)')).toMatchObject([400, { error: { type: 'queryParseError', start: 0 } }])
    expect(failure(`{${'a: 1,'.repeat(4000)}a: 1}`)).toMatchObject([
      400,
      { error: { description: 'The query is too long' } },
    ])
    expect(failure('geo::distance(1, 2)')).toMatchObject([501, { error: { type: 'notImplemented' } }])
  })
})
