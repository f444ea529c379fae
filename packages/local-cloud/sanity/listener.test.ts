import { Mutation } from '@sanity/mutator'
import { applyPatch } from 'mendoza'
import { beforeEach, expect, test } from 'vitest'
import { performActions } from './actions.ts'
import { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { compileListener, parseListenOptions } from './listener.ts'
import { mutate } from './mutations.ts'
import type { Identity, SanityDocument } from './types.ts'
import { omit } from './values.ts'

const editor: Identity = { id: 'e1', role: 'editor' }
let dataset: Dataset
beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
})

/** Omits the revision, as the Studio does before it applies effects. */
const omitRevision = (document: SanityDocument | null | undefined) =>
  document ? omit(document, ['_rev']) : null

function listen(query: string, extra: Record<string, string> = {}, identity: Identity = editor) {
  const search = new URLSearchParams({ query, ...extra })
  const listener = compileListener(dataset, identity, parseListenOptions(search, 'v2021-06-07'))
  const events: ReturnType<typeof listener> = []
  dataset.subscribe((transaction) => events.push(...listener(transaction)))
  return events
}

test('sends “appear”, “update” and “disappear” events, each with its revisions', () => {
  const events = listen('*[_id == $id]', { $id: '"a"', includeResult: 'true', effectFormat: 'mendoza' })
  const creation = mutate(dataset, editor, [{ create: { _id: 'a', _type: 'post' } }])
  const update = mutate(dataset, editor, [{ patch: { id: 'a', set: { title: 'x' } } }])
  const deletion = mutate(dataset, editor, [{ delete: { id: 'a' } }])
  expect(events.map((event) => [event.transition, event.previousRev, event.resultRev])).toEqual([
    ['appear', undefined, creation.transactionId],
    ['update', creation.transactionId, update.transactionId],
    ['disappear', update.transactionId, deletion.transactionId],
  ])
  expect(events[1]?.mutations).toEqual([{ patch: { id: 'a', set: { title: 'x' } } }])
  expect(events[1]?.result?.title).toBe('x')
  expect(events[2]).not.toHaveProperty('result')
  expect(events[2]?.effects?.apply).toEqual([0, null])
})

test('sends “appear” or “disappear” when a document starts or stops matching the filter', () => {
  const events = listen('*[_type == "post" && live] | order(title) [0...5] {title}')
  mutate(dataset, editor, [{ create: { _id: 'a', _type: 'post', live: false } }])
  mutate(dataset, editor, [{ patch: { id: 'a', set: { live: true } } }])
  mutate(dataset, editor, [{ patch: { id: 'a', set: { live: false } } }])
  expect(events.map((event) => event.transition)).toEqual(['appear', 'disappear'])
})

test.each([
  ['is not JSON', '{'],
  ['is nested too deeply', `${'['.repeat(7000)}${']'.repeat(7000)}`],
])('rejects a listener with a parameter that %s', (_problem, value) => {
  expect(() => parseListenOptions(new URLSearchParams({ query: '*', $n: value }), 'v1')).toThrow(ApiError)
})

test('sends only changes to documents that the caller may read', () => {
  const anonymousEvents = listen('*', {}, null)
  const editorEvents = listen('*', {})
  mutate(dataset, editor, [
    { create: { _id: 'drafts.p', _type: 'page' } },
    { create: { _id: 'p', _type: 'page' } },
  ])
  expect(anonymousEvents.map((event) => event.documentId)).toEqual(['p'])
  expect(editorEvents.map((event) => event.documentId)).toEqual(['drafts.p', 'p'])
})

test('requires includeAllVersions for drafts from API version 2025-02-19 on', () => {
  const receiveIds = (version: string, includeAllVersions: boolean) => {
    const search = new URLSearchParams({ query: '*', includeAllVersions: String(includeAllVersions) })
    const createEvents = compileListener(dataset, editor, parseListenOptions(search, version))
    const ids: string[] = []
    const unsubscribe = dataset.subscribe((transaction) => {
      ids.push(...createEvents(transaction).map(({ documentId }) => documentId))
    })
    mutate(
      dataset,
      editor,
      ['p', 'drafts.p'].map((_id) => ({ createOrReplace: { _id, _type: 'page' } })),
    )
    unsubscribe()
    return ids
  }
  expect(receiveIds('v2025-02-19', false)).toEqual(['p'])
  expect(receiveIds('vX', false)).toEqual(['p'])
  expect(receiveIds('v2024-01-01', false)).toEqual(['p', 'drafts.p'])
  expect(receiveIds('v2025-02-19', true)).toEqual(['p', 'drafts.p'])
})

test("reproduces the stored document from events with the Studio's own libraries", () => {
  const events = listen('*', {
    effectFormat: 'mendoza',
    includePreviousRevision: 'true',
    includeResult: 'true',
  })
  const pageIds = { draftId: 'drafts.p', publishedId: 'p' }
  const buildAction = (name: string) => ({ actionType: `sanity.action.document.${name}`, ...pageIds })
  const steps: object[][] = [
    [
      {
        ...buildAction('create'),
        attributes: { _id: 'drafts.p', _type: 'page', list: [{ n: 1 }, { n: 2 }] },
        ifExists: 'fail',
      },
    ],
    [
      {
        ...buildAction('edit'),
        patch: { set: { title: 'Record in Beverly Hills', 'seo.title': 'x' }, inc: { 'list[0].n': 5 } },
      },
    ],
    [
      {
        ...buildAction('edit'),
        patch: { insert: { before: 'list[0]', items: [{ n: 0 }] }, unset: ['list[n==2]'] },
      },
    ],
    [buildAction('publish')],
    [{ ...buildAction('edit'), patch: { diffMatchPatch: { title: '@@ -1,6 +1,6 @@\n-R\n+r\n ecord\n' } } }],
    [buildAction('publish'), { ...buildAction('edit'), patch: { setIfMissing: { more: [] } } }],
    [{ ...buildAction('discard') }],
    [buildAction('unpublish')],
  ]
  const localDocuments = new Map<string, object | null>()
  for (const actions of steps) {
    events.length = 0
    performActions(dataset, editor, actions)
    expect(events.length).toBeGreaterThan(0)
    for (const {
      documentId,
      transactionId,
      previousRev,
      resultRev,
      timestamp,
      mutations = [],
      ...event
    } of events) {
      const stored = dataset.get(documentId) ?? null
      expect(event.result ?? null).toEqual(stored)
      expect(applyPatch(omitRevision(event.previous), event.effects?.apply ?? [])).toEqual(
        omitRevision(stored),
      )
      expect(applyPatch(omitRevision(stored), event.effects?.revert ?? [])).toEqual(
        omitRevision(event.previous),
      )
      const localDocument = JSON.parse(JSON.stringify(localDocuments.get(documentId) ?? null))
      const mutation = new Mutation({
        mutations: JSON.parse(JSON.stringify(mutations)),
        transactionId,
        resultRev,
        timestamp,
        ...(previousRev ? { previousRev } : {}),
      })
      const updatedDocument = mutation.apply(localDocument)
      expect(updatedDocument && { ...updatedDocument, _updatedAt: stored?._updatedAt }).toEqual(stored)
      localDocuments.set(documentId, updatedDocument)
    }
  }
  expect([...dataset.all()]).toMatchObject([{ _id: 'drafts.p', title: 'record in Beverly Hills' }])
})
