import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CommittedTransaction, Dataset, type DocumentChange, type SanityDocument } from './dataset.ts'
import { ContentLake } from './lake.ts'

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

test('keeps documents and history across a restart', () => {
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
  expect(second.storage.documentAt('one', 1)).toEqual(one)
  expect(second.storage.transactionsOf(['one']).map((t) => [t.id, t.sequence])).toEqual([
    ['r1', 1],
    ['r2', 2],
  ])
  second.close()
})

test('of a large transaction only the changes are read that are asked for', () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const ids = ['one', 'drafts.one', 'versions.r.one', 'two', '_.releases.r']
  const changes = ids.map((id) => change(id, null, doc(id), 'r1'))
  dataset.commit({ id: 'r1', identity: 'me', timestamp: dataset.now(), changes })
  const [read] = dataset.storage.transactionsOf(['one'], { changesOf: ['one'] })
  expect(read).toMatchObject({ id: 'r1', sequence: 1 })
  expect(read?.changes).toEqual(changes.filter(({ documentId }) => documentId !== 'two'))
})

test('a transaction that fails half way changes nothing and tells nobody', () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const heard: CommittedTransaction[] = []
  dataset.subscribe((transaction) => heard.push(transaction))
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
  expect(dataset.storage.hasTransaction('r2')).toBe(false)
  expect([...dataset.storage.documents()]).toHaveLength(1)
  expect(heard).toHaveLength(1)
})

/** Writes one document with the transactions of others, as a request does. */
function writing(dataset: Dataset, id: string): Promise<number> {
  const changes = [change(id, null, doc(id), id)]
  return dataset.together(
    () => dataset.commit({ id, identity: 'me', timestamp: dataset.now(), changes }).sequence,
  )
}

test('many who write at once wait for the disk once, and are told of when it is done', async () => {
  const file = join(dir, 'a.sqlite')
  const dataset = new Dataset({ name: 'a', file })
  const end = vi.spyOn(dataset.storage, 'end')
  const heard: string[] = []
  dataset.subscribe(({ id }) => heard.push(id))
  const ids = Array.from({ length: 20 }, (_, number) => `d${number}`)
  const writers = ids.map((id) => writing(dataset, id))
  const refused = dataset.together(() => {
    throw new Error('refused')
  })
  expect([dataset.size, heard, end.mock.calls.length]).toEqual([20, [], 0])
  await expect(refused).rejects.toThrow('refused')
  expect([heard, end.mock.calls.length]).toEqual([ids, 1])
  expect(await Promise.all(writers)).toEqual(ids.map((_, index) => index + 1))
  // The next group waits for as many as came before, and ends without them.
  expect(await writing(dataset, 'late')).toBe(21)
  dataset.close()
  const again = new Dataset({ name: 'a', file })
  expect([...again.all()].map(({ _id }) => _id)).toEqual([...ids, 'late'])
  again.close()
})

test('a group that the disk has given up keeps nothing, also of those who still joined it', async () => {
  const file = join(dir, 'a.sqlite')
  const dataset = new Dataset({ name: 'a', file })
  await writing(dataset, 'before')
  const append = vi.spyOn(dataset.storage, 'append')
  const first = writing(dataset, 'first')
  // As SQLite does: https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction
  append.mockImplementationOnce(() => {
    dataset.storage.rollback()
    throw new Error('database or disk is full')
  })
  const all = await Promise.allSettled([first, writing(dataset, 'second'), writing(dataset, 'third')])
  expect(all).toEqual(
    [1, 2, 3].map(() => ({ status: 'rejected', reason: new Error('database or disk is full') })),
  )
  expect([...dataset.all()].map(({ _id }) => _id)).toEqual(['before'])
  expect(await writing(dataset, 'after')).toBe(2)
  dataset.close()
  const again = new Dataset({ name: 'a', file })
  expect([...again.all()].map(({ _id }) => _id)).toEqual(['before', 'after'])
  again.close()
})

test('what is written in a thread is there as a whole or not at all, and nobody writes meanwhile', async () => {
  const file = join(dir, 'a.sqlite')
  const dataset = new Dataset({ name: 'a', file })
  const heard: string[] = []
  dataset.subscribe(({ id }) => heard.push(id))
  await writing(dataset, 'one')
  const write = (id: string, documents: string[]) => {
    const changes = documents.map((name) => change(name, null, doc(name), id))
    return dataset.alone(() =>
      dataset.commitBeside({ id, identity: 'me', timestamp: dataset.now(), changes }),
    )
  }
  // The file refuses a name that it has.
  const refused = expect(write('one', ['two', 'three'])).rejects.toThrow('UNIQUE')
  const large = write('large', ['four', 'five'])
  const later = writing(dataset, 'six')
  await refused
  expect([...dataset.all()].map(({ _id }) => _id)).toEqual(['one'])
  expect([(await large).sequence, await later]).toEqual([2, 3])
  expect(heard).toEqual(['one', 'large', 'six'])
  dataset.close()
  const again = new Dataset({ name: 'a', file })
  expect([...again.all()].map(({ _id }) => _id)).toEqual(['one', 'four', 'five', 'six'])
  expect(again.storage.transactionsOf(['five']).map(({ id }) => id)).toEqual(['large'])
  again.close()
})

test('what many wrote at once is all gone when the disk refuses it', async () => {
  const dataset = new Dataset({ name: 'a', file: join(dir, 'a.sqlite') })
  const heard: string[] = []
  dataset.subscribe(({ id }) => heard.push(id))
  await writing(dataset, 'one')
  vi.spyOn(dataset.storage, 'end').mockImplementationOnce(() => {
    throw new Error('The disk is full')
  })
  const writers = await Promise.allSettled([writing(dataset, 'two'), writing(dataset, 'three')])
  expect(writers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([...dataset.all()].map(({ _id }) => _id)).toEqual(['one'])
  expect(await writing(dataset, 'four')).toBe(2)
  expect(heard).toEqual(['one', 'four'])
  expect([...dataset.storage.documents()].map(({ _id }) => _id)).toEqual(['one', 'four'])
  dataset.close()
})

test('others get their turn while many are told of a large transaction', async () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const order: string[] = []
  const work = (name: string) => {
    const end = performance.now() + 25
    while (performance.now() < end);
    setImmediate(() => order.push('others'))
    order.push(name)
  }
  for (const name of ['first', 'second', 'third']) dataset.subscribe(() => work(name))
  const changes = [change('a', null, doc('a'), 'r1')]
  await dataset.alone(() =>
    dataset.commitBeside({ id: 'r1', identity: 'me', timestamp: dataset.now(), changes }),
  )
  expect(order).toEqual(['first', 'others', 'second', 'others', 'third', 'others'])
})

test('the index of words is there before anybody searches', () => {
  vi.useFakeTimers()
  const written = new Dataset({ name: 'a', file: join(dir, 'words.sqlite') })
  const change1 = change('a', null, doc('a'), 'r1')
  written.commit({ id: 'r1', identity: 'me', timestamp: written.now(), changes: [change1] })
  expect(written.knowsWords).toBe(false)
  vi.runAllTimers()
  expect(written.knowsWords).toBe(true)
  written.close()
  const opened = new Dataset({ name: 'a', file: join(dir, 'words.sqlite') })
  vi.runAllTimers()
  expect(opened.knowsWords).toBe(true)
  opened.close()
  vi.useRealTimers()
})

test('whoever looks at a dataset sees nothing that is not on disk', async () => {
  const lake = new ContentLake({ dir })
  const writer = lake.forWriting('production')
  if (!writer) throw new Error('There is no dataset')
  const end = vi.spyOn(writer.storage, 'end')
  const written = writing(writer, 'one')
  expect(end.mock.calls.length).toBe(0)
  expect(lake.get('production')?.get('one')?._id).toBe('one')
  expect(end.mock.calls.length).toBe(1)
  await written
  lake.close()
})

test('keeps the type and reference indexes in step', () => {
  const dataset = new Dataset({ name: 'a', file: ':memory:' })
  const time = dataset.now()
  const a = doc('a', { author: { _ref: 'b' } })
  dataset.commit({
    id: 'r1',
    identity: 'me',
    timestamp: time,
    changes: [change('a', null, a, 'r1'), change('b', null, doc('b', { _type: 'author' }), 'r1')],
  })
  expect([...dataset.idsOfType('author')]).toEqual(['b'])
  expect([...dataset.referrersOf('b')]).toEqual(['a'])
  dataset.commit({ id: 'r2', identity: 'me', timestamp: time, changes: [change('a', a, null, 'r2')] })
  expect([...dataset.referrersOf('b')]).toEqual([])
  expect([...dataset.types()]).toEqual(['author'])
})

test('at the end nobody writes any more, and it is told whether somebody was at it', async () => {
  const lake = new ContentLake({ dir })
  lake.create('staging')
  const write = (name: string, id: string) => {
    const dataset = lake.forWriting(name)
    const work = () =>
      dataset?.commit({
        id,
        identity: 'me',
        timestamp: dataset.now(),
        changes: [change(id, null, doc(id), id)],
      })
    return dataset?.together(work)
  }
  await write('production', 'r1')
  const under = write('staging', 'r1')
  expect(lake.endWriting()).toBe(true)
  await expect(write('production', 'r2')).rejects.toThrow('shutting down')
  await expect(lake.get('production')?.alone(async () => 1)).rejects.toThrow('shutting down')
  await under
  expect(lake.endWriting()).toBe(false)
  lake.close()
})

test('the lake creates, lists and deletes datasets', () => {
  const lake = new ContentLake({ dir })
  lake.create('staging')
  expect(lake.list().map((dataset) => dataset.name)).toEqual(['production', 'staging'])
  expect(() => lake.create('staging')).toThrow('already exists')
  expect(() => lake.create('../x')).toThrow('not a valid dataset name')
  expect(lake.delete('staging')).toBe(true)
  lake.close()
  const again = new ContentLake({ dir })
  expect(again.list().map((dataset) => dataset.name)).toEqual(['production'])
  again.close()
})
