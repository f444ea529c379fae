import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Dataset } from './dataset.ts'
import { ContentLake } from './lake.ts'
import { mutateBeside, performActionsBeside } from './mutationRunner.ts'
import { mutate } from './mutations.ts'
import { runQuery } from './queries.ts'
import { QueryRunner } from './queryRunner.ts'
import type { Identity } from './types.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
const dir = mkdtempSync(join(tmpdir(), 'mutation-runner-'))
const lake = new ContentLake({ dir })
const dataset: Dataset = lake.get('production') ?? expect.fail()
const plenty = { time: 60_000, memory: 1_000_000_000 }
const runner = new QueryRunner({ thorough: plenty })
const impatient = new QueryRunner({ thorough: { time: 300, memory: 1_000_000_000 } })

beforeAll(() => {
  const numbers = Array.from({ length: 1500 }, (_, n) => n)
  mutate(
    dataset,
    editor,
    numbers.map((n) => ({ create: { _id: `p${n}`, _type: 'post', n } })),
  )
})

afterAll(async () => {
  await Promise.all([runner.close(), impatient.close()])
  lake.close()
  rmSync(dir, { recursive: true })
})

const send = (by: QueryRunner, ...mutations: object[]) => mutateBeside(dataset, by, editor, mutations, {})
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
// Compares every document with every other one.
const slow = (condition: string) => `*[count(*[n != ^.n]) > 1 && (${condition})]`
const endless = 'count(*[count(*[count(*[n != ^.^.n]) > ^.n]) > 1])'

test('documents that a slow query finds are patched and deleted, in one transaction', async () => {
  const { results } = await send(
    runner,
    { patch: { query: slow('n % 500 == 1'), set: { seen: true } } },
    { delete: { query: slow('n >= $from'), params: { from: 1498 } } },
    { create: { _id: 'after', _type: 'note' } },
  )
  expect(results.map(({ id, operation }) => [id, operation])).toEqual([
    ['p1', 'update'],
    ['p1001', 'update'],
    ['p501', 'update'],
    ['p1498', 'delete'],
    ['p1499', 'delete'],
    ['after', 'create'],
  ])
  expect(dataset.get('p501')).toMatchObject({ seen: true })
  expect(dataset.get('p1499')).toBeUndefined()
})

test('the query of a mutation ends with a 408', async () => {
  await expect(send(impatient, { delete: { query: endless } })).rejects.toMatchObject({
    status: 408,
    body: { error: { type: 'queryTimeoutError' } },
  })
})

test('the query of a mutation holds up nobody', async () => {
  const patient = new QueryRunner({ thorough: plenty })
  let hasEnded = false
  const ended = expect(
    send(patient, { delete: { query: endless } }).finally(() => {
      hasEnded = true
    }),
  ).rejects.toThrow('shutting down')
  for (let n = 0; n < 10; n++) await send(runner, { patch: { id: `p${n}`, set: { again: n } } })
  expect(hasEnded).toBe(false)
  await patient.close()
  await ended
})

test('others get their turn between slow mutations that come at once', async () => {
  const patient = new QueryRunner({ thorough: plenty })
  const lost = vi.spyOn(dataset.quickTime, 'lost')
  const turns: number[] = []
  let turn = 0
  const count = () => {
    turn++
    while (turns.length < lost.mock.calls.length) turns.push(turn)
    if (turns.length < 5) setImmediate(count)
  }
  setImmediate(count)
  const ended = Promise.allSettled(
    Array.from({ length: 5 }, () => send(patient, { delete: { query: endless } })),
  )
  while (turns.length < 5) await nextTurn()
  expect(new Set(turns).size).toBe(5)
  lost.mockRestore()
  await patient.close()
  await ended
})

test('what others write meanwhile is taken into account', async () => {
  const deleting = send(runner, { delete: { query: slow('late == true') } })
  await send(runner, { create: { _id: 'late', _type: 'post', n: -1, late: true } })
  expect((await deleting).results).toEqual([{ id: 'late', operation: 'delete', document: null }])
})

test('others are answered while a large mutation is worked out and written, and see nothing of it before', async () => {
  const ids = Array.from({ length: 1000 }, (_, n) => `p${n}`)
  const patches = Array.from({ length: 20 }, (_, step) => ({ patch: { id: ids, set: { step } } }))
  let isWriting = true
  const large = send(runner, ...patches).finally(() => {
    isWriting = false
  })
  await nextTurn()
  const later = send(runner, { patch: { id: 'p7', set: { step: 'later' } } })
  let answers = 0
  while (isWriting) {
    const { result } = runQuery(dataset, { query: 'count(*[defined(step)])', identity: editor })
    expect([0, 1000]).toContain(result)
    answers++
    await nextTurn()
  }
  expect(answers).toBeGreaterThan(10)
  const [first, second] = (await Promise.all([large, later])).map(({ transactionId }) =>
    dataset.storage.sequenceOf(transactionId),
  )
  expect(second).toBe(Number(first) + 1)
  expect([dataset.get('p7')?.step, dataset.get('p8')?.step]).toEqual(['later', 19])
})

test('others are answered while many actions are performed', async () => {
  const actions = Array.from({ length: 3000 }, (_, n) => ({
    actionType: 'sanity.action.document.create',
    publishedId: `made${n}`,
    attributes: {
      _id: `drafts.made${n}`,
      _type: 'note',
      list: Array.from({ length: 20 }, (_, i) => ({ i })),
    },
  }))
  let isWorking = true
  const large = performActionsBeside(dataset, editor, actions, {}).finally(() => {
    isWorking = false
  })
  let answers = 0
  while (isWorking) {
    answers++
    await nextTurn()
  }
  await large
  expect(answers).toBeGreaterThan(5)
  expect(
    runQuery(dataset, { query: 'count(*[_type == "note" && defined(list)])', identity: editor }).result,
  ).toBe(3000)
})

test('many queries of one transaction share what a transaction may use', () => {
  const mutations = Array.from({ length: 200 }, () => ({
    delete: { query: slow('n < 0 || n >= 0 && n < 0') },
  }))
  expect(() => mutate(dataset, editor, [...mutations, { delete: { query: endless } }])).toThrow('timeout')
})
