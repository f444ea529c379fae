import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../scripts/lib/children.ts'
import {
  type CloudEnvironment,
  cloudProcessEnvironment,
  readCloudEnvironment,
} from '../../scripts/lib/environment.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { waitUntilItAnswers } from '../../scripts/lib/wait.ts'
import { freePortBase } from './ports.ts'

/** A local cloud in a process of its own. */
export type RunningCloud = {
  /** Console and control API. */
  origin: string
  lakeOrigin: string
  env: CloudEnvironment
  dataDir: string
  portBase: number
  /** What it has written to its output; a path. */
  logFile: string
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  /** Ends it as `kill -9` does: nothing gets a chance to be written. */
  kill(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/**
 * Starts a local cloud of its own for a test.
 *
 * @param options.dataDir - its data, for starting again on the same; a new folder otherwise
 * @param options.portBase - where its ports count from; free ones otherwise
 * @param options.siteOrigin - the origin whose browsers it lets in
 * @throws when it does not start
 */
export async function startLocalCloud(
  options: { dataDir?: string; portBase?: number; siteOrigin?: string } = {},
): Promise<RunningCloud> {
  const portBase = options.portBase ?? (await freePortBase())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'local-cloud-'))
  const logFile = join(dataDir, 'logs', 'cloud.log')
  const env = cloudProcessEnvironment({ dataDir, portBase, sitePort: portBase - 1 })
  const child = start({
    file: inRoot('local', 'main.ts'),
    env: options.siteOrigin ? { ...env, LOCAL_SITE_ORIGIN: options.siteOrigin } : env,
    logFile,
  })
  const origin = `http://localhost:${portBase}`
  try {
    await waitUntilItAnswers(`${origin}/`, {
      exited: child.exited,
      what: 'The local cloud',
      seconds: 30,
      logFile,
    })
  } catch (error) {
    await child.stop()
    throw error
  }
  return {
    origin,
    lakeOrigin: `http://localhost:${portBase + 1}`,
    env: readCloudEnvironment(dataDir),
    dataDir,
    portBase,
    logFile,
    stop: () => child.stop(),
    kill: () => child.kill(),
    remove: async () => {
      await child.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
