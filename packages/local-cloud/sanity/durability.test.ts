import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../tests/support/random.ts'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import type { Identity, SanityDocument } from './types.ts'

const killCount = process.env.SOAK ? 200 : 8
const documentCount = 12
/** Long, since starting a process takes seconds on a busy machine. */
const testTimeoutMs = killCount * 20_000
const editor: Identity = { id: 'e', role: 'editor' }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'content-lake-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/**
 * The code of a process that writes until it is killed. Each transaction writes its number into two documents and into
 * `last`. Every third has texts of about a page of SQLite or longer, every seventh deletes a document. It prints the
 * acknowledged numbers.
 */
function buildWriterScript(file: string, firstNumber: number): string {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  return `
    import { writeSync } from 'node:fs'
    import { Dataset } from ${module('./dataset.ts')}
    import { mutate } from ${module('./mutations.ts')}
    const dataset = new Dataset({ name: 'k', file: ${JSON.stringify(file)} })
    const editor = { id: 'e', role: 'editor' }
    function write(number) {
      const ids = [number % ${documentCount}, (number * 5 + 1) % ${documentCount}]
      const text = String(number).repeat(number % 3 === 0 ? 4000 : 10)
      mutate(dataset, editor, [
        ...ids.map((id) => ({ createOrReplace: { _id: 'd' + id, _type: 't', number, text } })),
        { createOrReplace: { _id: 'last', _type: 't', number } },
        ...(number % 7 === 0 ? [{ delete: { id: 'd' + ids[0] } }] : []),
      ], { transactionId: 'n' + number })
      writeSync(1, number + '\\n')
    }
    for (let number = ${firstNumber}; ; number++) write(number)`
}

/** Starts a writer and kills it after some acknowledged transactions. Resolves to the number of the last one. */
async function runAndKill(options: {
  file: string
  firstNumber: number
  /** The number of acknowledged transactions after which the writer is killed. */
  killAfter: number
  killDelayMs: number
}): Promise<number> {
  const { file, firstNumber, killAfter, killDelayMs } = options
  const child = spawn(process.execPath, ['--input-type=module', '-e', buildWriterScript(file, firstNumber)])
  const exited = once(child, 'exit')
  let output = ''
  let isKillScheduled = false
  for await (const chunk of child.stdout) {
    output += chunk
    if (isKillScheduled || output.split('\n').length <= killAfter) continue
    isKillScheduled = true
    setTimeout(() => child.kill('SIGKILL'), killDelayMs)
  }
  expect((await exited)[1]).toBe('SIGKILL')
  // An incomplete last line was not acknowledged.
  return Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1))
}

/** Applies every stored transaction in order, and checks that each continues the state before it. */
function replayTransactions(dataset: Dataset): { state: Map<string, SanityDocument>; lastSequence: number } {
  const state = new Map<string, SanityDocument>()
  let lastSequence = 0
  for (const transaction of dataset.storage.readTransactionsAfter(0)) {
    expect(transaction.sequence).toBe(lastSequence + 1)
    lastSequence = transaction.sequence
    expect(transaction.id).toBe(`n${lastSequence}`)
    expect(transaction.changes.some(({ documentId }) => documentId === 'last')).toBe(true)
    for (const { documentId, before, after } of transaction.changes) {
      expect(before).toEqual(state.get(documentId) ?? null)
      if (after) state.set(documentId, after)
      else state.delete(documentId)
    }
  }
  return { state, lastSequence }
}

test(
  `stores acknowledged transactions completely, and no partial ones, across ${killCount} kills`,
  async () => {
    const file = join(dir, 'k.sqlite')
    const nextRandom = createRandom(2026)
    let firstNumber = 1
    for (let kill = 0; kill < killCount; kill++) {
      const acknowledged = await runAndKill({
        file,
        firstNumber,
        killAfter: 1 + Math.floor(nextRandom() * 10),
        killDelayMs: Math.floor(nextRandom() * 20),
      })
      const dataset = new Dataset({ name: 'k', file })
      const latestSequence = dataset.storage.readLatest().sequence
      expect(latestSequence).toBeGreaterThanOrEqual(acknowledged)
      // At most the transaction in progress is stored without having been acknowledged.
      expect(latestSequence).toBeLessThanOrEqual(acknowledged + 1)
      expect(dataset.get('last')?.number).toBe(latestSequence)
      if (kill === killCount - 1 || kill % 20 === 0) {
        const { state, lastSequence } = replayTransactions(dataset)
        expect(lastSequence).toBe(latestSequence)
        expect(new Map([...dataset.all()].map((document) => [document._id, document]))).toEqual(state)
      }
      const number = latestSequence + 1
      const transactionId = `n${number}`
      mutate(dataset, editor, [{ createOrReplace: { _id: 'last', _type: 't', number } }], { transactionId })
      dataset.close()
      firstNumber = number + 1
    }
  },
  testTimeoutMs,
)
