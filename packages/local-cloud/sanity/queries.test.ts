import { beforeEach, describe, expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { Deadline } from './deadline.ts'
import { ApiError } from './errors.ts'
import { mutate } from './mutations.ts'
import { type Perspective, parsePerspective } from './perspectives.ts'
import { compileListenFilter, matchesChange, projectDocument, runQuery } from './queries.ts'
import type { Identity, SanityDocument } from './types.ts'
import type { JsonObject } from './values.ts'

const editor: Identity = { id: 'e1', role: 'editor' }
const viewer: Identity = { id: 'v1', role: 'viewer' }
let dataset: Dataset

beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
  const buildReference = (id: string) => ({ _type: 'reference', _ref: id })
  mutate(
    dataset,
    editor,
    [
      { _id: 'both', _type: 'page', title: 'published', author: buildReference('ann') },
      { _id: 'drafts.both', _type: 'page', title: 'draft', author: buildReference('ann') },
      { _id: 'only', _type: 'page', title: 'only published' },
      { _id: 'drafts.new', _type: 'page', title: 'only draft' },
      { _id: 'ann', _type: 'author', name: 'Ann' },
      { _id: 'drafts.ann', _type: 'author', name: 'Ann, edited' },
      { _id: 'secret.one', _type: 'page', title: 'under a path' },
    ].map((create) => ({ create })),
  )
})

const run = (query: string, perspective: Perspective, identity: Identity = editor, params: JsonObject = {}) =>
  runQuery(dataset, { query, params, perspective, identity }).result

describe('perspectives', () => {
  const PAGES_QUERY = '*[_type == "page"] | order(_id) {_id, _originalId, title, "by": author->name}'
  const readTitles = (perspective: Perspective, identity = editor) =>
    run('*[_type == "page"] | order(_id).title', perspective, identity)

  test('the raw perspective contains every document under its own id', () => {
    expect(readTitles('raw')).toHaveLength(5)
    expect(run('*[_id == "drafts.both"][0]._originalId', 'raw')).toBeNull()
  })

  test('the published perspective contains no drafts', () => {
    expect(readTitles('published')).toEqual(['published', 'only published', 'under a path'])
    expect(run('*[_id == "drafts.both"]', 'published')).toEqual([])
  })

  test('the drafts perspective overlays drafts on published documents, even on referenced ones', () => {
    expect(run(PAGES_QUERY, 'drafts')).toMatchObject([
      { _id: 'both', _originalId: 'drafts.both', title: 'draft', by: 'Ann, edited' },
      { _id: 'new', _originalId: 'drafts.new', title: 'only draft' },
      { _id: 'only', _originalId: 'only' },
      { _id: 'secret.one' },
    ])
    expect(run('*[_id == "both"][0].title', 'drafts')).toBe('draft')
    expect(run('count(*[references("ann")])', 'drafts')).toBe(1)
  })

  test('parses perspectives, with a default that depends on the API version', () => {
    expect(parsePerspective(undefined, 'v2025-02-18')).toBe('raw')
    expect(parsePerspective(undefined, 'v1')).toBe('raw')
    expect(parsePerspective(undefined, 'v2025-02-19')).toBe('published')
    expect(parsePerspective(undefined, 'vX')).toBe('published')
    expect(parsePerspective(['drafts', 'published'], 'v1')).toBe('drafts')
    for (const name of ['no.such', 'r1,drafts', 'drafts,raw'])
      expect(() => parsePerspective(name, 'v1')).toThrow(ApiError)
  })

  test('an anonymous caller never reads a draft or any other document whose id contains a dot', () => {
    const documentsQuery =
      '[...*[]._id, ...*[_id in ["drafts.both", "secret.one"]].title, ...*[references("ann")].title]'
    for (const perspective of ['raw', 'published', 'drafts'] as const) {
      expect(run(documentsQuery, perspective, null)).toEqual(['ann', 'both', 'only', 'published'])
      expect(run('*[_id == "both"][0].author->name', perspective, null)).toBe('Ann')
    }
    expect(run('count(*)', 'raw', null)).toBe(3)
    expect(run('{"_ref": "drafts.ann"}->name', 'raw', null)).toBeNull()
    expect(readTitles('drafts', viewer)).toHaveLength(4)
  })
})

function buildPage(): SanityDocument {
  return { _id: 'a', _type: 'page', _rev: 'r', _createdAt: 't', _updatedAt: 't' }
}

describe('filters for listeners and webhooks', () => {
  const page: SanityDocument = { ...buildPage(), title: 'x', n: 2 }

  test.each([
    ['*', true],
    ['*[_type == "page"]', true],
    ['*[_type == "page"][n > 2]', false],
    ['*[_type == "page"] | order(n) [0...3] {title}', true],
    ['*[_id == $id || _id == $draftId]', true],
    ['*[!(_id in path("_.**"))]', true],
    ['*[_id in $ids && _type in ["author"]]', false],
  ])('evaluates the filter of %s to %s', (query, expected) => {
    const matches = compileListenFilter(query, { id: 'a', draftId: 'drafts.a', ids: ['a'] })
    expect(matches(page, dataset)).toBe(expected)
  })

  test('rejects a listener whose query does not select documents', () => {
    expect(() => compileListenFilter('{"a": 1}')).toThrow(ApiError)
  })

  test('webhook filters and projections read the changed document, or the deleted one', () => {
    const before = { ...page, _rev: 'r1' }
    const after = { ...page, _rev: 'r2', title: 'y' }
    const update = { before, after }
    expect(matchesChange('_type == "page" && title == "y"', update, dataset)).toBe(true)
    expect(matchesChange('title == "x"', update, dataset)).toBe(false)
    expect(matchesChange('title == "x"', { before, after: null }, dataset)).toBe(true)
    expect(matchesChange('', update, dataset)).toBe(true)
    expect(() => matchesChange('delta::operation() == "update"', update, dataset)).toThrow(ApiError)
    expect(projectDocument('{_id, title}', update, dataset)).toEqual({ _id: 'a', title: 'y' })
    expect(projectDocument('', { before, after: null }, dataset)).toEqual(before)
    expect(projectDocument('{"by": *[_type == "author" && _id == "ann"][0].name}', update, dataset)).toEqual({
      by: 'Ann',
    })
  })
})

describe('queries that could block the process', () => {
  test.each([
    ['a match', '$text match "a*a*a*a*b"', { text: 'a'.repeat(16_000) }],
    ['splitting text into words', '$text match "a"', { text: `${'.'.repeat(1_000_000)}!` }],
    ['a path', '$text in path("**.**.b")', { text: 'a.'.repeat(200_000) }],
    ['a phrase', '$a match text::query($b)', { a: 'a '.repeat(100_000), b: `"${'a '.repeat(50_000)}b"` }],
    ['a value that grows exponentially', `{"a": [1]}${'{"a": [a, a]}'.repeat(40)}`, {}],
    ['the parser', Array(8000).fill('a').join('||'), {}],
  ])('the deadline stops %s', (_name, query, params) => {
    const runBriefly = () => runQuery(dataset, { query, params, identity: editor }, new Deadline(100))
    expect(runBriefly).toThrow(expect.objectContaining({ status: 408 }))
  })

  const wildcards = 'a*a*a*a*a*b'
  test.each([
    ['in a query', '*[title match "a*a*a*a*a*b"]'],
    ['in a parameter', '*[title match $pattern]'],
    ['in a list', '*[title match ["x", $pattern]]'],
    ['in a document', '*[_id == "pattern" && title match title]'],
    ['in a concatenation', '*[title match "a*a*a" + "*a*a*b"]'],
    ['in score()', '* | score(title match $pattern)'],
    ['in a path', '*[_id in path("**.**.**")]'],
    ['in a path parameter', '*[_id in path($pattern)]'],
  ])('rejects too many wildcards %s with 400', (_name, query) => {
    const document: SanityDocument = { ...buildPage(), _id: 'pattern', title: wildcards }
    mutate(dataset, editor, [{ create: document }])
    const params = { pattern: wildcards }
    const rejection = expect.objectContaining({ status: 400, message: expect.stringContaining('wildcards') })
    expect(() => run(query, 'raw', editor, params)).toThrow(rejection)
    expect(() => mutate(dataset, editor, [{ delete: { query, params } }])).toThrow(rejection)
  })
})

test('a query throws 408 after its deadline', () => {
  const query = '*[count(*[count(*[n != ^.^.n]) > ^.n]) > 1]'
  mutate(
    dataset,
    editor,
    Array.from({ length: 40 }, (_, n) => ({ create: { _type: 'many', n } })),
  )
  expect(() => runQuery(dataset, { query, identity: null }, new Deadline(0))).toThrow(
    expect.objectContaining({
      status: 408,
      body: { error: expect.objectContaining({ type: 'queryTimeoutError' }) },
    }),
  )
  expect(runQuery(dataset, { query: 'count(*[_type == "many"])', identity: null }).result).toBe(40)
})
