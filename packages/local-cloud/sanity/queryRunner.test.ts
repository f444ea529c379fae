import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Dataset } from './dataset.ts'
import { ContentLake } from './lake.ts'
import { mutate } from './mutations.ts'
import { QueryRunner } from './queryRunner.ts'
import type { Identity } from './types.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
const dir = mkdtempSync(join(tmpdir(), 'query-runner-'))
const lake = new ContentLake({ dir })
const dataset = lake.get('production')
if (!dataset) throw new Error('There is no dataset')
const runners: QueryRunner[] = []

const never = { time: -1, memory: 1_000_000_000 }
const plenty = { time: 60_000, memory: 1_000_000_000 }

function runnerOf(allowances: ConstructorParameters<typeof QueryRunner>[0]): QueryRunner {
  const runner = new QueryRunner(allowances)
  runners.push(runner)
  return runner
}

async function ask(
  runner: QueryRunner,
  query: string,
  from: Dataset = dataset ?? expect.fail(),
): Promise<unknown> {
  const request = { query, identity: editor, perspective: 'raw', resultSourceMap: true } as const
  const json = await runner.answer(from, request, false)
  const text = typeof json === 'string' ? json : new TextDecoder().decode(json)
  return { ...JSON.parse(text), ms: 0, inThread: typeof json !== 'string' }
}

beforeAll(() => {
  const documents = Array.from({ length: 1500 }, (_, n) => ({
    _id: `p${n}`,
    _type: 'post',
    n,
    title: `t ${n}`,
  }))
  mutate(
    dataset,
    editor,
    documents.map((create) => ({ create })),
  )
})

afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.close()))
  lake.close()
  rmSync(dir, { recursive: true })
})

test('a query that takes long is answered by a thread, as one that does not', async () => {
  const thorough = runnerOf({ quick: never, thorough: plenty })
  const quick = runnerOf({ quick: plenty })
  const query = '*[n % 2 == 0] | order(n + 0 desc)[0..3]{_id, title, "all": count(*)}'
  expect(await ask(thorough, query)).toEqual({ ...((await ask(quick, query)) as object), inThread: true })
})

test('the thread sees every write that was acknowledged before', async () => {
  const runner = runnerOf({ quick: never, thorough: plenty })
  const query = '*[n % 500 == 0] | order(n + 0){_id, title}'
  const other = lake.create('other')
  const write = (...mutations: object[]) => mutate(other, editor, mutations)
  const numbers = Array.from({ length: 1500 }, (_, n) => n)
  write(...numbers.map((n) => ({ create: { _id: `o${n}`, _type: 'post', n, title: 'first' } })))
  expect(await ask(runner, query, other)).toMatchObject({
    inThread: true,
    result: [{}, {}, { title: 'first' }],
  })
  write({ patch: { id: 'o1000', set: { title: 'second' } } })
  write({ delete: { id: 'o0' } })
  write({ create: { _id: 'o2000', _type: 'post', n: 2000, title: 'third' } })
  expect(await ask(runner, query, other)).toMatchObject({
    result: [{ _id: 'o500' }, { _id: 'o1000', title: 'second' }, { _id: 'o2000', title: 'third' }],
  })
  other.clear()
  expect(await ask(runner, query, other)).toMatchObject({ result: [] })
})

test('a search that took long without an index is answered at once when there is one', async () => {
  // Without an index it makes a value of each document.
  const runner = runnerOf({ quick: { time: 60_000, memory: 50_000 }, thorough: plenty })
  const words = lake.create('words')
  const documents = Array.from({ length: 1500 }, (_, n) => ({ _id: `w${n}`, _type: 'post', title: `t ${n}` }))
  mutate(
    words,
    editor,
    documents.map((create) => ({ create })),
  )
  const query = '*[title match "42"]._id'
  expect(await ask(runner, query, words)).toMatchObject({ result: ['w42'], inThread: true })
  await vi.waitFor(() => expect(words.knowsWords).toBe(true))
  expect(await ask(runner, query, words)).toMatchObject({ result: ['w42'], inThread: false })
})

const endless = 'count(*[count(*[count(*[n != ^.^.n]) > ^.n]) > 1])'

test('an endless query is refused with a 408, and holds up nobody', async () => {
  const runner = runnerOf({ quick: { time: 20, memory: 1e9 }, thorough: { time: 1500, memory: 1e9 } })
  const order: string[] = []
  const refused = expect(ask(runner, endless).finally(() => order.push('endless'))).rejects.toMatchObject({
    status: 408,
    body: { error: { type: 'queryTimeoutError', description: expect.stringContaining('1.5 s') } },
  })
  for (let n = 0; n < 20; n++) {
    expect(await ask(runner, `*[_id == "p${n}"].n`)).toMatchObject({ result: [n], inThread: false })
  }
  order.push('others')
  await refused
  expect(order).toEqual(['others', 'endless'])
})

test('a query that takes very long holds up none that takes less', async () => {
  const runner = runnerOf({ quick: never, thorough: plenty })
  const order: string[] = []
  const ended = Promise.allSettled([ask(runner, endless).finally(() => order.push('endless'))])
  await ask(runner, '*[n == 3].n').then(() => order.push('other'))
  await ask(runner, '*[n == 4].n').then(() => order.push('another'))
  await runner.close()
  await ended
  expect(order).toEqual(['other', 'another', 'endless'])
})

test('nobody waits for everything that somebody else asks', async () => {
  const runner = runnerOf({ thorough: plenty })
  const order: string[] = []
  const note = async (id: string, n: number) => {
    await runner.ids(dataset, { query: `*[n == ${n}]`, identity: { ...editor, id } })
    order.push(`${id} ${n}`)
  }
  await Promise.all([note('e1', 0), note('e1', 1), note('e1', 2), note('e2', 0), note('e3', 0)])
  expect(order).toEqual(['e1 0', 'e2 0', 'e3 0', 'e1 1', 'e1 2'])
})

test('one that makes too much is refused with a 400', async () => {
  const runner = runnerOf({ quick: never, thorough: { time: 60_000, memory: 50_000_000 } })
  await expect(ask(runner, '*{"a": *{"b": *}}')).rejects.toMatchObject({
    status: 400,
    body: { error: { type: 'queryMemoryLimitError' } },
  })
})

test('not more wait than can be remembered', async () => {
  const runner = runnerOf({ quick: never, thorough: plenty })
  const asked = Array.from({ length: 102 }, () => ask(runner, endless))
  const outcomes = Promise.allSettled(asked)
  await expect(asked.at(-1)).rejects.toMatchObject({ status: 429 })
  await runner.close()
  const stillAsked = (await outcomes).slice(0, 101)
  expect(stillAsked.every(({ status }) => status === 'rejected')).toBe(true)
})
