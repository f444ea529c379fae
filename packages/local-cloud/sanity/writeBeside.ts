import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ChangeRow, rowOf } from './storage.ts'
import type { CommittedTransaction } from './types.ts'
import type { ThreadChanges, ThreadTransaction } from './writeThread.ts'

/** How many characters of changes are made ready before others get their turn. */
const PART = 500_000

function sizeOf({ before, after }: ChangeRow): number {
  return (before?.length ?? 0) + (after?.length ?? 0)
}

function* partsOf({ changes }: CommittedTransaction): Generator<ThreadChanges> {
  let rows: ChangeRow[] = []
  let size = 0
  for (const change of changes) {
    const row = rowOf(change)
    rows.push(row)
    size += sizeOf(row)
    if (size < PART) continue
    yield { rows }
    rows = []
    size = 0
  }
  yield { rows }
}

/**
 * Writes a large transaction to a dataset's file in a thread of its own, so that whoever doesn't write there is answered
 * meanwhile. Fulfilled when it is on disk, rejected when nothing of it is. Nobody else may write to the file until then.
 */
export async function writeBeside(file: string, transaction: CommittedTransaction): Promise<void> {
  const { changes, ...head } = transaction
  const started: ThreadTransaction = { file, transaction: head }
  const worker = new Worker(join(import.meta.dirname, 'writeThread.ts'), { workerData: started })
  // Whoever waits for an answer hears of it; one that comes while everything ends changes nothing.
  worker.on('error', () => {})
  const tell = async (message: ThreadChanges) => {
    worker.postMessage(message)
    await once(worker, 'message')
  }
  try {
    for (const part of partsOf(transaction)) await tell(part)
    await tell('end')
  } finally {
    await worker.terminate()
  }
}
