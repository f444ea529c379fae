import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dataset } from '../dataset.ts'
import { mutate } from '../mutations.ts'
import type { Identity } from '../types.ts'
import { EventStream, type StreamEvent } from './eventStream.ts'
import { Journal } from './journal.ts'
import { serveListener } from './listen.ts'

const editor: Identity = { id: 'e1', name: 'Editor', email: '', roles: ['editor'] }
let dataset: Dataset
let journal: Journal
let streams: EventStream[]

beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
  journal = new Journal(dataset)
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

test('who has missed too much starts again', () => {
  const { position } = journal
  for (let n = 0; n < 1000; n++) write(1)
  expect(listen('*[_id == "none"]', position).sent).toMatchObject([{ event: 'welcomeback' }])
  write(1)
  expect(listen('*[_id == "none"]', position).sent).toMatchObject([{ event: 'reset' }])
})
