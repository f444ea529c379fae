import { startLocalCloud } from './cloud.ts'
import { readConfig, StartError } from './config.ts'
import { refuseLiveCredentials } from './liveCredentials.ts'
import { surviveLostOutput } from './output.ts'

/** How long closing may take. Milliseconds. */
const CLOSING = 450

async function start(): Promise<void> {
  surviveLostOutput()
  refuseLiveCredentials(process.env)
  const config = readConfig(process.env)
  const cloud = await startLocalCloud(config)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // A statement in Postgres or a picture may not be over yet. Everything acknowledged is on disk.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), CLOSING)
    cloud.close().then(
      () => process.exit(0),
      (error) => {
        console.error('local cloud: could not close cleanly:', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Of a test that has started it, and is gone.
  process.on('disconnect', stop)
  process.channel?.unref()
  console.log(`local cloud ready on http://localhost:${config.portBase}`)
}

/** Runs the local cloud with the process's environment until it is told to stop; ends the process with 1 when it can't. */
export async function run(): Promise<void> {
  try {
    await start()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}
