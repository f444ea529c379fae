import { expect, test } from 'vitest'
import { joined, MessageReader } from './messages.ts'

/** A message of a client, with some bytes in it. */
function message(type: string, size = 3): Buffer {
  const bytes = Buffer.alloc(5 + size, type)
  bytes.writeInt32BE(4 + size, 1)
  return bytes
}

function startup(): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeInt32BE(9, 0)
  bytes.writeInt32BE(196_608, 4)
  return bytes
}

const turnsOf = (...chunks: Buffer[]) => {
  const reader = new MessageReader()
  reader.read(startup())
  return chunks.map((chunk) => joined(reader.read(chunk)).map(({ type, bytes }) => [type, bytes.length]))
}

test('the messages of a statement take one turn, up to its end and not beyond', () => {
  const statement = ['P', 'B', 'D', 'E'].map((type) => message(type))
  const sync = message('S', 0)
  expect(turnsOf(Buffer.concat([...statement, sync, message('Q'), ...statement, sync, sync]))).toEqual([
    [
      ['S', 37],
      ['Q', 8],
      ['S', 37],
      ['S', 5],
    ],
  ])
})

test('what is not there yet is not waited for', () => {
  const [parse, bind, sync] = [message('P'), message('B', 10), message('S', 0)]
  const all = Buffer.concat([parse, bind, sync])
  expect(turnsOf(all.subarray(0, 12), all.subarray(12))).toEqual([[['P', 8]], [['S', 20]]])
})

test('the rows of a copy and the first message stand for themselves', () => {
  expect(turnsOf(Buffer.concat([message('d'), message('d'), message('c', 0)]))).toEqual([
    [
      ['d', 8],
      ['d', 8],
      ['c', 5],
    ],
  ])
  expect(joined(new MessageReader().read(startup()))).toMatchObject([{ type: 'startup' }])
})
