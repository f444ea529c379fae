import { startLocalCloud } from './cloud.ts'
import { readConfig, StartError } from './config.ts'
import { refuseLiveCredentials } from './liveCredentials.ts'
import { tolerateOutputErrors } from './output.ts'

/** How long a clean shutdown may take before the process is killed. */
const closeTimeoutMs = 450

async function start(): Promise<void> {
  tolerateOutputErrors()
  refuseLiveCredentials(process.env)
  const config = readConfig(process.env)
  const cloud = await startLocalCloud(config)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // A running SQL statement or image transformation may take longer. Killing the process loses no acknowledged write.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), closeTimeoutMs)
    cloud.close().then(
      () => process.exit(0),
      (error) => {
        console.error('local cloud: clean shutdown failed:', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The process that started this one with an IPC channel has ended.
  process.on('disconnect', stop)
  process.channel?.unref()
  console.log(`local cloud ready on http://localhost:${config.portBase}`)
}

/**
 * Starts the local cloud with the process's environment. SIGTERM, SIGINT or the end of the IPC channel stops it. Exits
 * with code 1 when the start fails.
 */
export async function run(): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}
