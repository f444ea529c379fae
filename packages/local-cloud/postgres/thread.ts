import { parentPort, workerData } from 'node:worker_threads'
import { StartError } from '../config.ts'
import { startPostgres } from './server.ts'

/** What the thread is handed: where the database lives. */
export type ThreadData = { dataDir: string }
/** What the thread tells: that it serves, or why it doesn't. */
export type ThreadMessage = { url: string } | { failure: string; sentence: boolean }

function isThreadData(value: unknown): value is ThreadData {
  return typeof value === 'object' && value !== null && 'dataDir' in value
}

function tell(message: ThreadMessage): void {
  parentPort?.postMessage(message)
}

if (parentPort && isThreadData(workerData)) {
  try {
    // At once, as PostgreSQL ends all of its processes then: what is in memory must not reach the files.
    const panicked = () => process.exit(1)
    const server = await startPostgres({ ...workerData, port: 0, panicked })
    parentPort.once('message', async () => {
      await server.close()
      parentPort?.close()
    })
    tell({ url: server.url })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    tell({ failure, sentence: error instanceof StartError })
  }
}
