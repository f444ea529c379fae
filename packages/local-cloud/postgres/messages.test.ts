import { expect, test } from 'vitest'
import { joinMessages, MessageReader } from './messages.ts'

/** A client's message with a body of `size` bytes. */
function buildMessage(type: string, size = 3): Buffer {
  const bytes = Buffer.alloc(5 + size, type)
  bytes.writeInt32BE(4 + size, 1)
  return bytes
}

function buildStartup(): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeInt32BE(9, 0)
  bytes.writeInt32BE(196_608, 4)
  return bytes
}

const joinChunks = (...chunks: Buffer[]) => {
  const reader = new MessageReader()
  reader.read(buildStartup())
  return chunks.map((chunk) =>
    joinMessages(reader.read(chunk)).map(({ type, bytes }) => [type, bytes.length]),
  )
}

test('joins the messages of a statement, including its Sync', () => {
  const statement = ['P', 'B', 'D', 'E'].map((type) => buildMessage(type))
  const sync = buildMessage('S', 0)
  expect(
    joinChunks(Buffer.concat([...statement, sync, buildMessage('Q'), ...statement, sync, sync])),
  ).toEqual([
    [
      ['S', 37],
      ['Q', 8],
      ['S', 37],
      ['S', 5],
    ],
  ])
})

test('returns the complete messages of an incomplete statement', () => {
  const [parse, bind, sync] = [buildMessage('P'), buildMessage('B', 10), buildMessage('S', 0)]
  const all = Buffer.concat([parse, bind, sync])
  expect(joinChunks(all.subarray(0, 12), all.subarray(12))).toEqual([[['P', 8]], [['S', 20]]])
})

test('joins neither COPY data nor the startup message', () => {
  expect(joinChunks(Buffer.concat([buildMessage('d'), buildMessage('d'), buildMessage('c', 0)]))).toEqual([
    [
      ['d', 8],
      ['d', 8],
      ['c', 5],
    ],
  ])
  expect(joinMessages(new MessageReader().read(buildStartup()))).toMatchObject([{ type: 'startup' }])
})
