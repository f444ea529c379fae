import { parentPort } from 'node:worker_threads'
import { startPostgres } from './server.ts'

/** The message that the thread posts once it has started. */
export type ThreadMessage = { port: number }

const [, , dataDir] = process.argv
if (!dataDir) throw new Error('The thread needs the data folder as its argument.')
// After a panic, exits immediately, as PostgreSQL does: unreliable memory must not be written to the files.
const onPanic = () => process.exit(1)
const { url, close } = await startPostgres({ dataDir, onPanic })
parentPort?.once('message', async () => {
  await close()
  parentPort?.close()
})
parentPort?.postMessage({ port: Number(new URL(url).port) } satisfies ThreadMessage)
