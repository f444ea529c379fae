import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ContentLake } from './contentLake.ts'
import { Dataset } from './dataset.ts'
import type { CommittedTransaction, SanityDocument } from './types.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'content-lake-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function buildDocument(id: string, fields: Record<string, unknown> = {}, rev = 'r1'): SanityDocument {
  const time = '2026-01-01T00:00:00Z'
  return { _id: id, _type: 'post', _rev: rev, _createdAt: time, _updatedAt: time, ...fields }
}

/** Commits the change from each `before` to its `after`. The transaction's id is also each change's `resultRev`. */
function commit(dataset: Dataset, id: string, changes: { before?: SanityDocument; after: SanityDocument }[]) {
  dataset.commit({
    id,
    identity: 'me',
    timestamp: dataset.now(),
    changes: changes.map(({ before = null, after }) => ({
      documentId: after._id,
      before,
      after,
      mutations: [],
      effects: { apply: [0, after], revert: [0, before] },
      resultRev: id,
    })),
  })
}

test('restores documents and history when the file is opened again', () => {
  const file = join(dir, 'a.sqlite')
  const dataset = new Dataset({ name: 'a', file })
  const created = buildDocument('one', { title: 'x' })
  commit(dataset, 'r1', [{ after: created }])
  const updated = buildDocument('one', { title: 'y' }, 'r2')
  commit(dataset, 'r2', [{ before: created, after: updated }])
  dataset.close()

  const reopened = new Dataset({ name: 'a', file })
  expect(reopened.get('one')).toEqual(updated)
  expect(reopened.storage.readDocumentAt('one', 1)).toEqual(created)
  expect(reopened.storage.readTransactions(['one']).map(({ id, sequence }) => [id, sequence])).toEqual([
    ['r1', 1],
    ['r2', 2],
  ])
  reopened.close()
})

test('rolls back a failed transaction without notifying subscribers', () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const received: CommittedTransaction[] = []
  dataset.subscribe((transaction) => received.push(transaction))
  commit(dataset, 'r1', [{ after: buildDocument('one') }])
  const circular = buildDocument('three')
  circular.self = circular
  expect(() => commit(dataset, 'r2', [{ after: buildDocument('two') }, { after: circular }])).toThrow()
  expect([...dataset.all()].map(({ _id }) => _id)).toEqual(['one'])
  expect(dataset.storage.getSequence('r2')).toBeUndefined()
  expect([...dataset.storage.readDocuments()]).toHaveLength(1)
  expect(received).toHaveLength(1)
})

test('creates datasets with valid new names, and lists them after a restart', () => {
  const contentLake = new ContentLake({ dir })
  contentLake.create('staging')
  expect(contentLake.list().map((dataset) => dataset.name)).toEqual(['production', 'staging'])
  expect(() => contentLake.create('staging')).toThrow('already exists')
  expect(() => contentLake.create('../x')).toThrow('not a valid dataset name')
  contentLake.close()
  const reopened = new ContentLake({ dir })
  expect(reopened.list().map((dataset) => dataset.name)).toEqual(['production', 'staging'])
  reopened.close()
})
