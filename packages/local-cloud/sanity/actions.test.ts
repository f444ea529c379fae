import { beforeEach, describe, expect, test } from 'vitest'
import { performActions } from './actions.ts'
import { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { readDocumentEvents, readDocuments } from './history.ts'
import { mutate } from './mutations.ts'
import type { Identity } from './types.ts'
import type { JsonObject } from './values.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
let dataset: Dataset
beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
})

type Options = { transactionId?: string; dryRun?: boolean }
const act = (name: string, action: JsonObject, options: Options = {}) =>
  performActions(dataset, editor, [{ actionType: `sanity.action.document.${name}`, ...action }], options)
const pair = { draftId: 'drafts.p', publishedId: 'p' }
const draft = (fields: JsonObject = {}) => ({ _id: 'drafts.p', _type: 'page', ...fields })
const put = (...documents: JsonObject[]) =>
  mutate(
    dataset,
    editor,
    documents.map((document) => ({ create: document })),
  )
const ids = () => [...dataset.all()].map((document) => document._id).sort()

function status(action: () => unknown): number {
  try {
    action()
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
  return 200
}

describe('create', () => {
  test('creates a draft with keys in its arrays', () => {
    act('create', { publishedId: 'p', attributes: draft({ list: [{ a: 1 }] }), ifExists: 'fail' })
    expect(dataset.get('drafts.p')).toMatchObject({
      _type: 'page',
      list: [{ _key: expect.any(String), a: 1 }],
    })
  })

  test('fails or does nothing when a draft exists, and fails when the document is published', () => {
    put(draft({ title: 'first' }))
    expect(status(() => act('create', { publishedId: 'p', attributes: draft(), ifExists: 'fail' }))).toBe(409)
    expect(status(() => act('create', { publishedId: 'p', attributes: draft(), ifExists: 'ignore' }))).toBe(
      200,
    )
    expect(dataset.get('drafts.p')?.title).toBe('first')
    put({ _id: 'q', _type: 'page' })
    const attributes = { _id: 'drafts.q', _type: 'page' }
    expect(status(() => act('create', { publishedId: 'q', attributes, ifExists: 'ignore' }))).toBe(409)
  })
})

describe('edit', () => {
  test('creates the draft from the published document, then patches it', () => {
    put({ _id: 'p', _type: 'page', title: 'one', _createdAt: '2020-02-02T02:02:02Z' })
    act('edit', { ...pair, patch: { set: { title: 'two' } } })
    expect(dataset.get('drafts.p')).toMatchObject({ title: 'two', _createdAt: '2020-02-02T02:02:02Z' })
    expect(dataset.get('p')?.title).toBe('one')
    const [transaction] = dataset.storage.readTransactions(['drafts.p'])
    expect(transaction?.changes[0]?.mutations).toMatchObject([{ create: { _id: 'drafts.p' } }, { patch: {} }])
  })

  test("accepts the Studio's empty patch, which only creates the draft", () => {
    put({ _id: 'p', _type: 'page' })
    act('edit', { ...pair, patch: { unset: ['_empty_action_guard_pseudo_field_'] } })
    expect(ids()).toEqual(['drafts.p', 'p'])
  })

  test('fails without a draft or published document', () => {
    expect(status(() => act('edit', { ...pair, patch: { set: { a: 1 } } }))).toBe(409)
    expect(status(() => act('edit', { draftId: 'drafts.x', publishedId: 'p', patch: {} }))).toBe(400)
  })
})

describe('publish', () => {
  test('replaces the published document with the draft, and deletes the draft', () => {
    put({ _id: 'p', _type: 'page', title: 'one', gone: true, _createdAt: '2020-02-02T02:02:02Z' })
    put(draft({ title: 'two' }))
    const { transactionId } = act('publish', pair)
    expect(ids()).toEqual(['p'])
    expect(dataset.get('p')).toMatchObject({
      title: 'two',
      _rev: transactionId,
      _createdAt: '2020-02-02T02:02:02Z',
    })
    expect(dataset.get('p')).not.toHaveProperty('gone')
  })

  test('fails when a document has another revision than expected', () => {
    const { transactionId } = put({ _id: 'p', _type: 'page' }, draft())
    expect(status(() => act('publish', { ...pair, ifDraftRevisionId: 'stale' }))).toBe(409)
    expect(status(() => act('publish', { ...pair, ifPublishedRevisionId: 'stale' }))).toBe(409)
    expect(status(() => act('publish', { ...pair, ifPublishedRevisionId: null }))).toBe(400)
    act('publish', { ...pair, ifDraftRevisionId: transactionId, ifPublishedRevisionId: transactionId })
    expect(ids()).toEqual(['p'])
  })

  test('strengthens marked references, unless they are weak by type', () => {
    const ref = (mark: JsonObject) => ({
      _ref: 'o',
      _type: 'reference',
      _weak: true,
      _strengthenOnPublish: mark,
    })
    put(
      { _id: 'o', _type: 'page' },
      draft({ strong: ref({ type: 'page' }), weak: ref({ type: 'page', weak: true }) }),
    )
    act('publish', pair)
    expect(dataset.get('p')?.strong).toEqual({ _ref: 'o', _type: 'reference' })
    expect(dataset.get('p')?.weak).toEqual({ _ref: 'o', _type: 'reference', _weak: true })
  })

  test('fails while the draft refers to an unpublished document', () => {
    put(draft({ to: { _ref: 'o', _type: 'reference', _weak: true, _strengthenOnPublish: { type: 'page' } } }))
    expect(status(() => act('publish', pair))).toBe(409)
    expect(ids()).toEqual(['drafts.p'])
  })
})

test('unpublish turns the published document into a draft, unless one exists', () => {
  put({ _id: 'p', _type: 'page', title: 'one' })
  act('unpublish', pair)
  expect(ids()).toEqual(['drafts.p'])
  put({ _id: 'p', _type: 'page', title: 'two' })
  act('unpublish', pair)
  expect(dataset.get('drafts.p')?.title).toBe('one')
  put({ _id: 'p', _type: 'page' }, { _id: 'r', _type: 'page', to: { _ref: 'p' } })
  expect(status(() => act('unpublish', pair))).toBe(409)
})

test('discard deletes the draft, and fails without one', () => {
  put({ _id: 'p', _type: 'page' }, draft())
  act('discard', { draftId: 'drafts.p' })
  expect(ids()).toEqual(['p'])
  expect(status(() => act('version.discard', { versionId: 'drafts.p' }))).toBe(409)
  expect(status(() => act('discard', { draftId: 'p' }))).toBe(400)
})

test('delete deletes the named drafts, and fails while another exists', () => {
  put({ _id: 'p', _type: 'page' }, draft())
  expect(status(() => act('delete', { publishedId: 'p', includeDrafts: [] }))).toBe(409)
  act('delete', { publishedId: 'p', includeDrafts: ['drafts.p'] })
  expect(ids()).toEqual([])
  put({ _id: 'p', _type: 'page' }, { _id: 'r', _type: 'page', to: { _ref: 'p' } })
  expect(status(() => act('delete', { publishedId: 'p', includeDrafts: [] }))).toBe(409)
})

test('replaceDraft replaces a draft, or creates one of a published document', () => {
  expect(status(() => act('replaceDraft', { publishedId: 'p', attributes: draft() }))).toBe(409)
  put({ _id: 'p', _type: 'page', title: 'one' })
  act('replaceDraft', { publishedId: 'p', attributes: draft({ title: 'old' }) })
  act('replaceDraft', { publishedId: 'p', attributes: draft({ title: 'older', _rev: 'x' }) })
  expect(dataset.get('drafts.p')?.title).toBe('older')
})

test('versions are created, replaced and discarded', () => {
  put({ _id: 'p', _type: 'page', title: 'one' })
  const version = { _id: 'versions.r1.p', _type: 'page' }
  act('version.create', { publishedId: 'p', document: { ...version, title: 'two' } })
  expect(status(() => act('version.create', { publishedId: 'p', document: version }))).toBe(409)
  act('version.create', { publishedId: 'p', baseId: 'p', versionId: 'versions.r2.p' })
  expect(dataset.get('versions.r2.p')?.title).toBe('one')
  act('version.replace', { document: { ...version, title: 'three' } })
  act('version.discard', { versionId: 'versions.r2.p' })
  expect([...dataset.all()]).toMatchObject([{ _id: 'p' }, { ...version, title: 'three' }])
})

test('actions of one request are applied all or none', () => {
  const create = {
    actionType: 'sanity.action.document.create',
    publishedId: 'p',
    attributes: draft(),
    ifExists: 'fail',
  }
  const publish = { actionType: 'sanity.action.document.publish', ...pair }
  const wrong = { ...publish, draftId: 'drafts.q', publishedId: 'q' }
  expect(status(() => performActions(dataset, editor, [create, publish, wrong]))).toBe(409)
  expect(ids()).toEqual([])
  performActions(dataset, editor, [create, publish])
  expect(ids()).toEqual(['p'])
})

test('a dry run checks permissions and changes nothing', () => {
  const action = { publishedId: 'p', attributes: draft(), ifExists: 'fail' }
  expect(act('create', action, { dryRun: true, transactionId: 't1' })).toEqual({ transactionId: 't1' })
  expect(ids()).toEqual([])
  const viewer: Identity = { id: 'v', name: 'V', email: '', roles: ['viewer'] }
  for (const identity of [viewer, null]) {
    const probe = { actionType: 'sanity.action.document.create', ...action }
    expect(status(() => performActions(dataset, identity, [probe], { dryRun: true }))).toBe(403)
  }
})

test('a contributor edits and discards drafts, and may not publish or unpublish', () => {
  const contributor: Identity = { id: 'c', name: 'C', email: '', roles: ['contributor'] }
  const perform = (name: string, rest: object) =>
    performActions(dataset, contributor, [{ actionType: `sanity.action.document.${name}`, ...rest }])
  act('create', { publishedId: 'p', attributes: draft({ title: 'one' }), ifExists: 'fail' })
  act('publish', pair)
  perform('edit', { ...pair, patch: { set: { title: 'two' } } })
  for (const name of ['publish', 'unpublish']) expect(status(() => perform(name, pair))).toBe(403)
  expect(status(() => perform('delete', { publishedId: 'p', includeDrafts: ['drafts.p'] }))).toBe(403)
  perform('discard', { draftId: 'drafts.p' })
  expect(ids()).toEqual(['p'])
})

test('responds with 501 to an unsupported action, and with 400 to an action without a type', () => {
  for (const actionType of ['sanity.action.document.variant.create', 'constructor']) {
    expect(status(() => performActions(dataset, editor, [{ actionType }]))).toBe(501)
  }
  expect(status(() => performActions(dataset, editor, [{}]))).toBe(400)
})

test('history returns the events of a document, newest first, and every earlier state', () => {
  act(
    'create',
    { publishedId: 'p', attributes: draft({ title: 'one' }), ifExists: 'fail' },
    { transactionId: 't1' },
  )
  act('publish', pair, { transactionId: 't2' })
  act('edit', { ...pair, patch: { set: { title: 'two' } } }, { transactionId: 't3' })
  act('discard', { draftId: 'drafts.p' }, { transactionId: 't4' })
  act('unpublish', pair, { transactionId: 't5' })
  const events = (id: string, limit = 100) => readDocumentEvents(dataset, id, { limit }).events
  expect(events('drafts.p').map(({ type, versionRevisionId }) => [type, versionRevisionId])).toEqual([
    ['unpublishDocument', 't5'],
    ['deleteDocumentVersion', 't3'],
    ['createDocumentVersion', 't3'],
    ['publishDocumentVersion', 't1'],
    ['createDocumentVersion', 't1'],
  ])
  expect(events('p').map(({ type }) => type)).toEqual(['unpublishDocument', 'publishDocumentVersion'])
  const page = readDocumentEvents(dataset, 'drafts.p', { limit: 2 })
  const rest = readDocumentEvents(dataset, 'drafts.p', { limit: 9, cursor: page.nextCursor })
  expect([...page.events, ...rest.events]).toEqual(events('drafts.p'))

  const title = (revision: string) =>
    readDocuments(dataset, ['p', 'drafts.p'], { revision }).map((d) => [d._id, d.title])
  expect(title('t1')).toEqual([['drafts.p', 'one']])
  expect(title('t3')).toEqual([
    ['p', 'one'],
    ['drafts.p', 'two'],
  ])
  expect(title('t4')).toEqual([['p', 'one']])
  expect(readDocuments(dataset, ['p'], { last: true })).toMatchObject([{ title: 'one', _rev: 't2' }])
  expect(readDocuments(dataset, ['p'], { revision: 'nope' })).toEqual([])
})
