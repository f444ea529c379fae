import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ContentLake } from './contentLake.ts'
import { Dataset } from './dataset.ts'
import type { CommittedTransaction, DocumentChange, SanityDocument } from './types.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lake-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function doc(id: string, fields: Record<string, unknown> = {}, rev = 'r1'): SanityDocument {
  const time = '2026-01-01T00:00:00Z'
  return { _id: id, _type: 'post', _rev: rev, _createdAt: time, _updatedAt: time, ...fields }
}

function change(
  id: string,
  before: SanityDocument | null,
  after: SanityDocument | null,
  rev: string,
): DocumentChange {
  return {
    documentId: id,
    before,
    after,
    mutations: [],
    effects: { apply: [0, after], revert: [0, before] },
    ...(before ? { previousRev: before._rev } : {}),
    resultRev: rev,
  }
}

test('restores documents and history after a restart', () => {
  const file = join(dir, 'a.sqlite')
  const first = new Dataset({ name: 'a', file })
  const one = doc('one', { title: 'x' })
  first.commit({
    id: 'r1',
    identity: 'me',
    timestamp: first.now(),
    changes: [change('one', null, one, 'r1')],
  })
  const two = doc('one', { title: 'y' }, 'r2')
  first.commit({ id: 'r2', identity: 'me', timestamp: first.now(), changes: [change('one', one, two, 'r2')] })
  first.close()

  const second = new Dataset({ name: 'a', file })
  expect(second.get('one')).toEqual(two)
  expect(second.storage.readDocumentAt('one', 1)).toEqual(one)
  expect(second.storage.readTransactions(['one']).map((t) => [t.id, t.sequence])).toEqual([
    ['r1', 1],
    ['r2', 2],
  ])
  second.close()
})

test('a failed transaction changes nothing and reaches no subscriber', () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const received: CommittedTransaction[] = []
  dataset.subscribe((transaction) => received.push(transaction))
  const time = dataset.now()
  dataset.commit({
    id: 'r1',
    identity: 'me',
    timestamp: time,
    changes: [change('one', null, doc('one'), 'r1')],
  })
  const circular = doc('three')
  circular.self = circular
  const changes = [change('two', null, doc('two'), 'r2'), change('three', null, circular, 'r2')]
  expect(() => dataset.commit({ id: 'r2', identity: 'me', timestamp: time, changes })).toThrow()
  expect([...dataset.all()].map((d) => d._id)).toEqual(['one'])
  expect(dataset.storage.getSequence('r2')).toBeUndefined()
  expect([...dataset.storage.documents()]).toHaveLength(1)
  expect(received).toHaveLength(1)
})

test('the Content Lake creates and lists datasets', () => {
  const contentLake = new ContentLake({ dir })
  contentLake.create('staging')
  expect(contentLake.list().map((dataset) => dataset.name)).toEqual(['production', 'staging'])
  expect(() => contentLake.create('staging')).toThrow('already exists')
  expect(() => contentLake.create('../x')).toThrow('not a valid dataset name')
  contentLake.close()
  const again = new ContentLake({ dir })
  expect(again.list().map((dataset) => dataset.name)).toEqual(['production', 'staging'])
  again.close()
})
