import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { startPostgres } from './server.ts'

/** The thread's message after its start. */
export type ThreadMessage = { port: number }

const { dataDir } = z.object({ dataDir: z.string() }).parse(workerData)
// Ends at once, as PostgreSQL ends all of its processes: the memory must not reach the files.
const panicked = () => process.exit(1)
const { url, close } = await startPostgres({ dataDir, panicked })
parentPort?.once('message', async () => {
  await close()
  parentPort?.close()
})
parentPort?.postMessage({ port: Number(new URL(url).port) } satisfies ThreadMessage)
