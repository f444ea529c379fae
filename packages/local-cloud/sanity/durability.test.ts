import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import type { Identity, SanityDocument } from './types.ts'

const kills = process.env.SOAK ? 200 : 8
const documents = 12
/** Long, for starting processes on a busy machine. */
const testTimeoutMs = kills * 20_000
const editor: Identity = { id: 'e', name: 'E', email: '', roles: ['editor'] }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lake-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

function random(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 0) / 4_294_967_296) * limit)
  }
}

/**
 * The code of a process that writes until it is killed. Each transaction writes its number into two documents, with a text of
 * several pages in the file, and sometimes deletes one. It prints the acknowledged numbers.
 */
function writer(file: string, from: number): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `
    import { writeSync } from 'node:fs'
    import { Dataset } from ${module('./dataset.ts')}
    import { mutate } from ${module('./mutations.ts')}
    const dataset = new Dataset({ name: 'k', file: ${JSON.stringify(file)} })
    const editor = { id: 'e', name: 'E', email: '', roles: ['editor'] }
    function write(number) {
      const ids = [number % ${documents}, (number * 5 + 1) % ${documents}]
      const text = String(number).repeat(number % 3 === 0 ? 4000 : 10)
      mutate(dataset, editor, [
        ...ids.map((id) => ({ createOrReplace: { _id: 'd' + id, _type: 't', number, text } })),
        { createOrReplace: { _id: 'last', _type: 't', number } },
        ...(number % 7 === 0 ? [{ delete: { id: 'd' + ids[0] } }] : []),
      ], { transactionId: 'n' + number })
      writeSync(1, number + '\\n')
    }
    for (let number = ${from}; ; number++) write(number)`
}

/** Kills a writer after some acknowledged transactions. Returns the number of the last one. */
async function runAndKill(file: string, from: number, acknowledged: number, delay: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer(file, from)])
  const exited = once(child, 'exit')
  let output = ''
  let killing = false
  for await (const chunk of child.stdout) {
    output += chunk
    if (killing || output.split('\n').length <= acknowledged) continue
    killing = true
    setTimeout(() => child.kill('SIGKILL'), delay)
  }
  expect((await exited)[1]).toBe('SIGKILL')
  // An incomplete last line was not acknowledged.
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
}

/** Applies every stored transaction in order. */
function replayed(dataset: Dataset): { state: Map<string, SanityDocument>; last: number } {
  const state = new Map<string, SanityDocument>()
  let last = 0
  for (const transaction of dataset.storage.readTransactionsAfter(0)) {
    expect(transaction.sequence).toBe(last + 1)
    last = transaction.sequence
    expect(transaction.id).toBe(`n${last}`)
    expect(transaction.changes.some(({ documentId }) => documentId === 'last')).toBe(true)
    for (const { documentId, before, after } of transaction.changes) {
      expect(before).toEqual(state.get(documentId) ?? null)
      if (after) state.set(documentId, after)
      else state.delete(documentId)
    }
  }
  return { state, last }
}

test(
  `after ${kills} kills while writing, acknowledged transactions are complete and no other is partly stored`,
  async () => {
    const file = join(dir, 'k.sqlite')
    const next = random(2026)
    let from = 1
    for (let kill = 0; kill < kills; kill++) {
      const acknowledged = await runAndKill(file, from, 1 + next(10), next(20))
      const dataset = new Dataset({ name: 'k', file })
      const head = dataset.storage.head().sequence
      expect(head).toBeGreaterThanOrEqual(acknowledged)
      // At most the transaction in progress is stored without having been acknowledged.
      expect(head).toBeLessThanOrEqual(acknowledged + 1)
      expect(dataset.get('last')?.number).toBe(head)
      if (kill === kills - 1 || kill % 20 === 0) {
        const { state, last } = replayed(dataset)
        expect(last).toBe(head)
        expect(new Map([...dataset.all()].map((document) => [document._id, document]))).toEqual(state)
      }
      mutate(dataset, editor, [{ createOrReplace: { _id: 'last', _type: 't', number: head + 1 } }], {
        transactionId: `n${head + 1}`,
      })
      dataset.close()
      from = head + 2
    }
  },
  testTimeoutMs,
)
