import { beforeEach, describe, expect, test } from 'vitest'
import { performActions } from './actions.ts'
import { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { readDocumentEvents, readDocuments } from './history.ts'
import { mutate } from './mutations.ts'
import type { Identity } from './types.ts'
import type { JsonObject } from './values.ts'

const editor: Identity = { id: 'e1', role: 'editor' }
let dataset: Dataset
beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
})

type Options = { transactionId?: string; dryRun?: boolean }
const performAction = (name: string, action: JsonObject, options: Options = {}) =>
  performActions(dataset, editor, [{ actionType: `sanity.action.document.${name}`, ...action }], options)
const pageIds = { draftId: 'drafts.p', publishedId: 'p' }
const buildDraft = (fields: JsonObject = {}) => ({ _id: 'drafts.p', _type: 'page', ...fields })
const createDocuments = (...documents: JsonObject[]) =>
  mutate(
    dataset,
    editor,
    documents.map((document) => ({ create: document })),
  )
const listIds = () => [...dataset.all()].map((document) => document._id).sort()

function getStatus(action: () => unknown): number {
  try {
    action()
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
  return 200
}

const getActionStatus = (name: string, action: JsonObject) => getStatus(() => performAction(name, action))

describe('the create action', () => {
  test('creates a draft with keys in its arrays', () => {
    performAction('create', {
      publishedId: 'p',
      attributes: buildDraft({ list: [{ a: 1 }] }),
      ifExists: 'fail',
    })
    expect(dataset.get('drafts.p')).toMatchObject({
      _type: 'page',
      list: [{ _key: expect.any(String), a: 1 }],
    })
  })

  test('respects ifExists for an existing draft, and always fails for a published document', () => {
    createDocuments(buildDraft({ title: 'first' }))
    expect(getActionStatus('create', { publishedId: 'p', attributes: buildDraft(), ifExists: 'fail' })).toBe(
      409,
    )
    expect(
      getActionStatus('create', { publishedId: 'p', attributes: buildDraft(), ifExists: 'ignore' }),
    ).toBe(200)
    expect(dataset.get('drafts.p')?.title).toBe('first')
    createDocuments({ _id: 'q', _type: 'page' })
    const attributes = { _id: 'drafts.q', _type: 'page' }
    expect(getActionStatus('create', { publishedId: 'q', attributes, ifExists: 'ignore' })).toBe(409)
  })
})

describe('the edit action', () => {
  test('creates the draft from the published document, then patches it', () => {
    createDocuments({ _id: 'p', _type: 'page', title: 'one', _createdAt: '2020-02-02T02:02:02Z' })
    performAction('edit', { ...pageIds, patch: { set: { title: 'two' } } })
    expect(dataset.get('drafts.p')).toMatchObject({ title: 'two', _createdAt: '2020-02-02T02:02:02Z' })
    expect(dataset.get('p')?.title).toBe('one')
    const [transaction] = dataset.storage.readTransactions(['drafts.p'])
    expect(transaction?.changes[0]?.mutations).toMatchObject([{ create: { _id: 'drafts.p' } }, { patch: {} }])
  })

  test('fails if the document does not exist, or if the draft belongs to a different document', () => {
    expect(getActionStatus('edit', { ...pageIds, patch: { set: { a: 1 } } })).toBe(409)
    expect(getActionStatus('edit', { draftId: 'drafts.x', publishedId: 'p', patch: {} })).toBe(400)
  })
})

describe('the publish action', () => {
  test('replaces the published document with the draft, and deletes the draft', () => {
    createDocuments({ _id: 'p', _type: 'page', title: 'one', gone: true, _createdAt: '2020-02-02T02:02:02Z' })
    createDocuments(buildDraft({ title: 'two' }))
    const { transactionId } = performAction('publish', pageIds)
    expect(listIds()).toEqual(['p'])
    expect(dataset.get('p')).toMatchObject({
      title: 'two',
      _rev: transactionId,
      _createdAt: '2020-02-02T02:02:02Z',
    })
    expect(dataset.get('p')).not.toHaveProperty('gone')
  })

  test('fails if the expected revision is stale or null', () => {
    const { transactionId } = createDocuments({ _id: 'p', _type: 'page' }, buildDraft())
    expect(getActionStatus('publish', { ...pageIds, ifDraftRevisionId: 'stale' })).toBe(409)
    expect(getActionStatus('publish', { ...pageIds, ifPublishedRevisionId: 'stale' })).toBe(409)
    expect(getActionStatus('publish', { ...pageIds, ifPublishedRevisionId: null })).toBe(400)
    performAction('publish', {
      ...pageIds,
      ifDraftRevisionId: transactionId,
      ifPublishedRevisionId: transactionId,
    })
    expect(listIds()).toEqual(['p'])
  })

  test('strengthens marked references, unless the schema defines them as weak', () => {
    const buildReference = (mark: JsonObject) => ({
      _ref: 'o',
      _type: 'reference',
      _weak: true,
      _strengthenOnPublish: mark,
    })
    createDocuments(
      { _id: 'o', _type: 'page' },
      buildDraft({
        strong: buildReference({ type: 'page' }),
        weak: buildReference({ type: 'page', weak: true }),
      }),
    )
    performAction('publish', pageIds)
    expect(dataset.get('p')?.strong).toEqual({ _ref: 'o', _type: 'reference' })
    expect(dataset.get('p')?.weak).toEqual({ _ref: 'o', _type: 'reference', _weak: true })
  })

  test('fails while a reference that it strengthens has no published target', () => {
    createDocuments(
      buildDraft({
        to: { _ref: 'o', _type: 'reference', _weak: true, _strengthenOnPublish: { type: 'page' } },
      }),
    )
    expect(getActionStatus('publish', pageIds)).toBe(409)
    expect(listIds()).toEqual(['drafts.p'])
  })
})

test('unpublish creates a draft, keeps an existing one, and fails for a referenced document', () => {
  createDocuments({ _id: 'p', _type: 'page', title: 'one' })
  performAction('unpublish', pageIds)
  expect(listIds()).toEqual(['drafts.p'])
  createDocuments({ _id: 'p', _type: 'page', title: 'two' })
  performAction('unpublish', pageIds)
  expect(dataset.get('drafts.p')?.title).toBe('one')
  createDocuments({ _id: 'p', _type: 'page' }, { _id: 'r', _type: 'page', to: { _ref: 'p' } })
  expect(getActionStatus('unpublish', pageIds)).toBe(409)
})

test('discard deletes the draft, and fails for a missing draft or a published document', () => {
  createDocuments({ _id: 'p', _type: 'page' }, buildDraft())
  performAction('discard', { draftId: 'drafts.p' })
  expect(listIds()).toEqual(['p'])
  expect(getActionStatus('version.discard', { versionId: 'drafts.p' })).toBe(409)
  expect(getActionStatus('discard', { draftId: 'p' })).toBe(400)
})

test('delete removes the document and the listed drafts; an unlisted draft or a reference prevents it', () => {
  createDocuments({ _id: 'p', _type: 'page' }, buildDraft())
  expect(getActionStatus('delete', { publishedId: 'p', includeDrafts: [] })).toBe(409)
  performAction('delete', { publishedId: 'p', includeDrafts: ['drafts.p'] })
  expect(listIds()).toEqual([])
  createDocuments({ _id: 'p', _type: 'page' }, { _id: 'r', _type: 'page', to: { _ref: 'p' } })
  expect(getActionStatus('delete', { publishedId: 'p', includeDrafts: [] })).toBe(409)
})

test('applies all actions of a request, or none', () => {
  const create = {
    actionType: 'sanity.action.document.create',
    publishedId: 'p',
    attributes: buildDraft(),
    ifExists: 'fail',
  }
  const publish = { actionType: 'sanity.action.document.publish', ...pageIds }
  const conflictingPublish = { ...publish, draftId: 'drafts.q', publishedId: 'q' }
  expect(getStatus(() => performActions(dataset, editor, [create, publish, conflictingPublish]))).toBe(409)
  expect(listIds()).toEqual([])
  performActions(dataset, editor, [create, publish])
  expect(listIds()).toEqual(['p'])
})

test('a contributor can edit and discard drafts, but not publish, unpublish or delete', () => {
  const contributor: Identity = { id: 'c', role: 'contributor' }
  const performAsContributor = (name: string, fields: object) =>
    performActions(dataset, contributor, [{ actionType: `sanity.action.document.${name}`, ...fields }])
  performAction('create', { publishedId: 'p', attributes: buildDraft({ title: 'one' }), ifExists: 'fail' })
  performAction('publish', pageIds)
  performAsContributor('edit', { ...pageIds, patch: { set: { title: 'two' } } })
  for (const name of ['publish', 'unpublish'])
    expect(getStatus(() => performAsContributor(name, pageIds))).toBe(403)
  expect(
    getStatus(() => performAsContributor('delete', { publishedId: 'p', includeDrafts: ['drafts.p'] })),
  ).toBe(403)
  performAsContributor('discard', { draftId: 'drafts.p' })
  expect(listIds()).toEqual(['p'])
})

test('history returns a document’s events, newest first, and its earlier states', () => {
  performAction(
    'create',
    { publishedId: 'p', attributes: buildDraft({ title: 'one' }), ifExists: 'fail' },
    { transactionId: 't1' },
  )
  performAction('publish', pageIds, { transactionId: 't2' })
  performAction('edit', { ...pageIds, patch: { set: { title: 'two' } } }, { transactionId: 't3' })
  performAction('discard', { draftId: 'drafts.p' }, { transactionId: 't4' })
  performAction('unpublish', pageIds, { transactionId: 't5' })
  const readEvents = (id: string, limit = 100) => readDocumentEvents(dataset, id, { limit }).events
  expect(readEvents('drafts.p').map(({ type, versionRevisionId }) => [type, versionRevisionId])).toEqual([
    ['unpublishDocument', 't5'],
    ['deleteDocumentVersion', 't3'],
    ['createDocumentVersion', 't3'],
    ['publishDocumentVersion', 't1'],
    ['createDocumentVersion', 't1'],
  ])
  expect(readEvents('p').map(({ type }) => type)).toEqual(['unpublishDocument', 'publishDocumentVersion'])
  const firstPage = readDocumentEvents(dataset, 'drafts.p', { limit: 2 })
  const secondPage = readDocumentEvents(dataset, 'drafts.p', { limit: 9, cursor: firstPage.nextCursor })
  expect([...firstPage.events, ...secondPage.events]).toEqual(readEvents('drafts.p'))

  const readTitles = (revision: string) =>
    readDocuments(dataset, ['p', 'drafts.p'], { revision }).map(({ _id, title }) => [_id, title])
  expect(readTitles('t1')).toEqual([['drafts.p', 'one']])
  expect(readTitles('t3')).toEqual([
    ['p', 'one'],
    ['drafts.p', 'two'],
  ])
  expect(readTitles('t4')).toEqual([['p', 'one']])
  expect(readDocuments(dataset, ['p'], { revision: 'nope' })).toEqual([])
})
