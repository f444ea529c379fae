import { parentPort, workerData } from 'node:worker_threads'
import { type ChangeRow, Storage } from './storage.ts'
import type { CommittedTransaction } from './types.ts'

/** What the thread is started with: a dataset's file, and the transaction that it writes there. */
export type ThreadTransaction = { file: string; transaction: Omit<CommittedTransaction, 'changes'> }

/** The next changes of the transaction, or that there are no more. Each message is answered when it is done. */
export type ThreadChanges = { rows: ChangeRow[] } | 'end'

const { file, transaction }: ThreadTransaction = workerData
const storage = new Storage(file)
storage.begin()
storage.insertHead(transaction)
let position = 0

parentPort?.on('message', (changes: ThreadChanges) => {
  if (changes === 'end') {
    storage.end()
    storage.close()
  } else for (const row of changes.rows) storage.insertChange(transaction.sequence, position++, row)
  parentPort?.postMessage('done')
})
