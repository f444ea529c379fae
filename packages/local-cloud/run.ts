import { giveBackAtRest } from './atRest.ts'
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
    // What was acknowledged is on disk, so that nothing is lost.
    const end = () => process.kill(process.pid, 'SIGKILL')
    // To close a file that is being written waits for the disk, which may take seconds and cannot be interrupted.
    if (cloud.lake.endWriting()) end()
    // A statement in Postgres or a picture may not be over yet.
    setTimeout(end, CLOSING)
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
  giveBackAtRest()
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
