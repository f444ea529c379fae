import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dataset } from '../dataset.ts'
import { mutate } from '../mutations.ts'
import { FOLLOWING } from '../queries.ts'
import { QuickTime } from '../quickTime.ts'
import type { Identity } from '../types.ts'
import { EventStream, type StreamEvent } from './eventStream.ts'
import { Journal } from './journal.ts'
import { serveListener } from './listen.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
const ENDLESS = '*[count(*[count(*[count(*[n != ^.^.^.n]) > ^.n]) > 1]) > 1]'
let dataset: Dataset
let journal: Journal
let streams: EventStream[]

beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
  // What was used does not come back.
  journal = new Journal(dataset, new QuickTime(FOLLOWING, () => 0))
  streams = []
})
afterEach(() => {
  for (const stream of streams) stream.close()
})

function openStream() {
  const stream = new EventStream(new ServerResponse(new IncomingMessage(new Socket())), {})
  streams.push(stream)
  const sent: StreamEvent[] = []
  vi.spyOn(stream, 'sendTogether').mockImplementation((events) => void sent.push(...events))
  const ended = new Promise<void>((resolve) => stream.onClose(resolve))
  return { stream, sent, ended }
}

function listen(query: string, lastEventId?: string) {
  const opened = openStream()
  const params = new URLSearchParams({ query, enableResume: 'true' })
  const resume = lastEventId === undefined ? {} : { lastEventId }
  serveListener(opened.stream, { dataset, journal, params, apiVersion: 'v1', identity: null, ...resume })
  return opened
}

function write(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `p${n}`)
  mutate(
    dataset,
    editor,
    ids.map((_id, n) => ({ createOrReplace: { _id, _type: 'page', n } })),
  )
}

test('listeners that take long share what they may take, and others hear all the same', async () => {
  write(400)
  const slow = [1, 2, 3].map(() => listen(ENDLESS))
  const quick = listen('*[n == 5]')
  write(6)
  await Promise.all(slow.map(({ ended }) => ended))
  expect(slow.map(({ sent }) => sent.at(-1))).toMatchObject([
    { event: 'channelError', data: { error: { description: expect.stringContaining(' 0.5 s ') } } },
    { event: 'channelError', data: { error: { description: expect.stringContaining(' 0.021 s ') } } },
    { event: 'channelError', data: { error: { description: expect.stringContaining(' 0.021 s ') } } },
  ])
  await vi.waitFor(() => expect(quick.sent.map(({ event }) => event)).toEqual(['welcome', 'mutation']))
})

test('who was interrupted is told nothing more once it takes too long', async () => {
  write(400)
  const { position } = journal
  for (let n = 0; n < 20; n++) write(1)
  const read = vi.spyOn(dataset.storage, 'transactionsAfter')
  const { sent, ended } = listen(ENDLESS, position)
  await ended
  expect(sent.map(({ event }) => event)).toEqual(['welcomeback', 'channelError'])
  const missed = read.mock.results[0]?.value
  // The rest was not even read.
  await new Promise((resolve) => setImmediate(resolve))
  expect(missed.next()).toEqual({ done: true, value: undefined })
})

test('who has missed too much starts again', () => {
  const { position } = journal
  for (let n = 0; n < 5; n++) write(1000)
  expect(listen('*[_id == "none"]', position).sent).toMatchObject([{ event: 'welcomeback' }])
  write(1)
  expect(listen('*[_id == "none"]', position).sent).toMatchObject([{ event: 'reset' }])
})

test('what comes while others have their turn is heard after what was missed', async () => {
  const { position } = journal
  for (let n = 0; n < 3; n++) write(1)
  const { stream } = openStream()
  const heard: number[] = []
  const slowly = () => {
    const end = performance.now() + 25
    while (performance.now() < end);
  }
  setImmediate(() => write(1))
  journal.serve(
    stream,
    ({ sequence }) => {
      slowly()
      heard.push(sequence)
    },
    journal.since(position),
  )
  expect(heard).toEqual([1])
  await vi.waitFor(() => expect(heard).toHaveLength(4))
  write(1)
  await vi.waitFor(() => expect(heard).toEqual([1, 2, 3, 4, 5]))
})

test('who goes on while a transaction is on the disk alone hears it once', async () => {
  write(1)
  const { position } = journal
  write(1)
  const { stream } = openStream()
  const heard: number[] = []
  const { storage } = dataset
  const toDisk = storage.write.bind(storage)
  vi.spyOn(storage, 'write').mockImplementationOnce((transaction) => {
    toDisk(transaction)
    journal.serve(stream, ({ sequence }) => heard.push(sequence), journal.since(position))
  })
  await dataset.commitBeside({ id: 't3', identity: 'e1', timestamp: '2026-01-01T00:00:00Z', changes: [] })
  write(1)
  await vi.waitFor(() => expect(heard).toContain(4))
  expect(heard).toEqual([2, 3, 4])
})
